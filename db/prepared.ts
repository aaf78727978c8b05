import { createHash } from "node:crypto";
import type pg from "pg";
import { WatchedClient } from "#db/watched.ts";

// More texts than that come only from lists of values written out; those are not worth keeping.
const MAX_STATEMENTS = 1_000;
/** The code with which PostgreSQL refuses a plan that a migration has made wrong. */
export const STALE_PLAN = "0A000";
/** Whether a statement failed because its plan is wrong by now: sent again, it is planned anew. */
export function isStalePlan(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === STALE_PLAN;
}

const names = new Map<string, string>();
let generation = 0;

// From the text: behind a pooler another process may have prepared statements in the same session,
// and its name must not stand for another text.
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MAX_STATEMENTS) return known;
  const name = `s${generation}_${createHash("sha256").update(text).digest("base64url")}`;
  names.set(text, name);
  return name;
}

type Rows = Promise<pg.QueryResult>;

/**
 * A client that has PostgreSQL parse and plan each statement once per connection. When a migration
 * changes what a statement returns, its plan is made anew: outside a transaction nobody notices,
 * and a change is repeated (lib/core/transaction/change.ts).
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
