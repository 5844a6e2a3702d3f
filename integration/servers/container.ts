/** A server in a container, through whatever engine testcontainers finds. */
import { randomUUID } from "node:crypto";
import {
  type ContainerRuntimeClient,
  GenericContainer,
  getContainerRuntimeClient,
  ImageName,
  Wait,
} from "testcontainers";
import { newCredentials } from "./credentials.ts";
import { defaultRegion, NotThisWay, type RealServer, type ServerKind, serverVariable } from "./server.ts";

// The clean-up container is an image of its own, which cannot be had everywhere; every test stops what it started.
process.env["TESTCONTAINERS_RYUK_DISABLED"] ??= "true";

/** Finds a container again that did not become ready; testcontainers leaves it where it is. */
const label = "fencepost.server";
const port = 9000;
const pullLimitMs = 3 * 60_000;
const readyLimitMs = 60_000;

/** @throws NotThisWay if there is no engine or no image, or the container does not start */
export async function containerServer(kind: ServerKind): Promise<RealServer> {
  const image = serverVariable(kind, "IMAGE") ?? kind.image;
  if (!image) throw new NotThisWay(`no image is known; FENCEPOST_${kind.variable}_IMAGE can name one`);
  const engine = await getContainerRuntimeClient().catch(() => {
    throw new NotThisWay("no container engine is running");
  });
  await havingImage(engine, image);

  const credentials = newCredentials();
  const { args, environment } = kind.launch({ host: "0.0.0.0", port, dataFolder: "/data", credentials });
  const ours = randomUUID();
  const started = await new GenericContainer(image)
    .withCommand([...args])
    .withEnvironment({ ...environment })
    .withLabels({ [label]: ours })
    .withExposedPorts(port)
    .withWaitStrategy(Wait.forHttp(kind.healthPath, port))
    .withStartupTimeout(readyLimitMs)
    .start()
    .catch(async (error: Error) => {
      await (await engine.container.fetchByLabel(label, ours))?.remove({ force: true, v: true });
      throw new NotThisWay(`${image} did not start: ${error.message}`);
    });
  const host = started.getHost();
  const container = engine.container.getById(started.getId());
  return {
    kind,
    // "localhost" may mean ::1, where the engine may have mapped another port, or none.
    endpoint: `http://${host === "localhost" ? "127.0.0.1" : host}:${started.getMappedPort(port)}`,
    region: defaultRegion,
    credentials,
    how: `container ${image} on engine ${engine.info.containerRuntime.serverVersion}`,
    version: await versionOf(engine, image),
    life: {
      kill: () => container.kill(),
      pause: () => container.pause(),
      resume: () => container.unpause(),
    },
    async stop() {
      // A paused one takes no signal.
      await container.unpause().catch(() => {});
      await started.stop();
    },
  };
}

async function havingImage(engine: ContainerRuntimeClient, image: string): Promise<void> {
  const pulled = engine.image.pull(ImageName.fromString(image));
  const late = new Promise<never>((_, reject) => {
    setTimeout(reject, pullLimitMs, new Error(`no answer within ${pullLimitMs} ms`)).unref();
  });
  await Promise.race([pulled, late]).catch((error: Error) => {
    throw new NotThisWay(`image ${image} is not here and cannot be pulled: ${error.message}`);
  });
}

/** Images that we build say it in the standard label, MinIO's own in one of its own; otherwise the tag does. */
async function versionOf(engine: ContainerRuntimeClient, image: string): Promise<string> {
  const labels = (await engine.image.inspect(ImageName.fromString(image))).Config.Labels ?? {};
  return labels["org.opencontainers.image.version"] ?? labels["version"] ?? ImageName.fromString(image).tag;
}
