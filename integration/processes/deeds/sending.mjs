// Handing the token of a lease to another system.
import pg from "pg";
import { leaseOf } from "./leasing.mjs";

/** @typedef {import("../deeds.ts").Deeds} Deeds */

export const sending = {
  /** @param {Deeds["sql"]["ask"]} ask @returns {Promise<Deeds["sql"]["answer"]>} */
  async sql({ host, user, lease, statement, value }) {
    const client = new pg.Client({ host, user, database: "postgres" });
    await client.connect();
    try {
      const { rowCount } = await client.query(statement, [value, leaseOf(lease).token]);
      return { rows: rowCount };
    } finally {
      await client.end();
    }
  },
};
