import { CompiledQuery } from "kysely";
import { database } from "#db/index.ts";

type Query = { text: string; values: unknown[] };

/** The database as rate-limiter-flexible asks it. */
export const limiterStore = {
  async query({ text, values }: Query): Promise<{ rows: unknown[]; rowCount: number }> {
    const query = CompiledQuery.raw(text, values);
    const { rows, numAffectedRows } = await database().executeQuery(query);
    return { rows, rowCount: Number(numAffectedRows ?? rows.length) };
  },
};
