import { createHash } from "node:crypto";
import type pg from "pg";
import { WatchedClient } from "#db/watched.ts";

// Only lists of literal values have more texts; those are not worth preparing.
const MAX_STATEMENTS = 1_000;
/** The SQLSTATE for a plan that a migration has outdated. */
export const STALE_PLAN = "0A000";
/** Sent again, the statement is planned anew. */
export function isStalePlan(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === STALE_PLAN;
}

const names = new Map<string, string>();
let generation = 0;

// Behind a pooler, another process may have prepared statements in this session, so names depend on
// the text.
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MAX_STATEMENTS) return known;
  const name = `s${generation}_${createHash("sha256").update(text).digest("base64url")}`;
  names.set(text, name);
  return name;
}

type Rows = Promise<pg.QueryResult>;

/**
 * Plans each statement once per connection. An outdated plan is made anew outside transactions; a
 * change is repeated (lib/core/transaction/change.ts).
 */
export class PreparingClient extends WatchedClient {
  override query(...args: unknown[]): never {
    const [text, values] = args;
    const plain = super.query.bind(this) as (...given: unknown[]) => Rows;
    const isOne =
      args.length === 2 && typeof text === "string" && Array.isArray(values) && values.length > 0;
    if (!isOne) return plain(...args) as never;
    return this.#prepared(plain, text, values) as never;
  }

  async #prepared(plain: (...given: unknown[]) => Rows, text: string, values: unknown[]): Rows {
    const mayRepeat = this.underWay === 0 && this.getTransactionStatus() === "I";
    try {
      return await plain({ name: nameOf(text), text, values });
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      generation += 1;
      names.clear();
      if (!mayRepeat) throw error;
      return plain({ name: nameOf(text), text, values });
    }
  }
}
