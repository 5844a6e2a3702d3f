/** What says which values are sound: any validator of the Standard Schema, or a plain function that throws. */

/** What zod, valibot, arktype and others offer (https://standardschema.dev). Only what is needed of it. */
export interface StandardSchemaV1<I = unknown, O = I> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<O> | Promise<SchemaResult<O>>;
    readonly types?: { readonly input: I; readonly output: O } | undefined;
  };
}

/** What a validator answers: a value, or what is wrong with it. */
export type SchemaResult<O> =
  | { readonly value: O; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] };

/** zod, valibot, arktype, …, or a function that throws. The value must survive JSON. */
export type Schema<T> = StandardSchemaV1<unknown, T> | ((input: unknown) => T);

/** Options of everything that keeps a value as JSON. */
export interface ValueOptions<T> {
  /** Every value passes it, on its way in and on its way out. */
  readonly schema: Schema<T>;
}

/** The value as the schema gives it back. @throws Error that says what is wrong with it. */
export async function validated<T>(schema: Schema<T>, input: unknown): Promise<T> {
  // Some validators are functions with the standard's member.
  if (!("~standard" in schema)) return schema(input);
  const result = await schema["~standard"].validate(input);
  if (result.issues === undefined) return result.value;
  throw new Error(result.issues.map(({ message }) => message).join("; "));
}

/** @throws TypeError for what is neither. */
export function checkSchema(schema: unknown): void {
  const isStandard = typeof schema === "object" && schema !== null && "~standard" in schema;
  if (isStandard || typeof schema === "function") return;
  throw new TypeError(`schema is a ${typeof schema}; give a validator of the Standard Schema, or a function`);
}
