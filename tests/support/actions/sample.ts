import type { Db } from "#db/index.ts";
import type { DB } from "#db/types.ts";
import { ACTIONS, type ActionName } from "#lib/api/action-list.ts";
import type { Context } from "#lib/core/request/context.ts";
import type { Minted, MintedUser } from "#tests/support/data/mint.ts";
import type { Ids } from "#tests/support/data/samples.ts";
import { type Fields, type Sent, targetFields } from "./call.ts";

/** On what an action is tried, and whose account it is that tries. */
export type Subject = {
  database: Db;
  organization: Minted;
  ids: Ids;
  user: MintedUser;
  /** The user, where a verb prepares something. */
  ctx: Context;
};

type Filled = ({ form: Fields } | { bare: Fields } | { asks: unknown } | { values: unknown[] }) & {
  /** What the browser keeps beside the session. */
  cookie?: string;
};

/** What an action takes so that whoever may gets it done, beside what names its target. */
export type Sample = {
  fill: (subject: Subject) => Filled | Promise<Filled>;
  /**
   * Only a browser can prove what it asks for, or only an empty database takes it: whoever may is
   * refused for what the form has, or what it names is not set up.
   */
  refused?: true | "not_found";
  /** Nothing is written: a question, or what is kept in the browser. */
  writes?: false;
};

export const form = (
  fields: Fields | ((subject: Subject) => Fields | Promise<Fields>),
): Sample => ({
  fill: async (subject) => ({
    form: typeof fields === "function" ? await fields(subject) : fields,
  }),
});

export const asks = (value: unknown): Sample => ({
  fill: () => ({ asks: value }),
  writes: false,
});

/** The form of what cannot be taken back: what is in a column of the record is typed. */
export function confirming<T extends keyof DB & string>(
  table: T,
  column: keyof DB[T] & string,
  id: string,
  field = "confirm",
): Sample {
  return form(async ({ database, ids }) => {
    const row = (await database
      .selectFrom(table as "services")
      .select(column as "name")
      .where("id", "=", Number(ids[id]))
      .executeTakeFirstOrThrow()) as Record<string, unknown>;
    return { [field]: String(row[column]) };
  });
}

export type Made = { sent: Sent; ids: Ids; cookie: string };

/** A call of an action on a subject, with everything that it takes. */
export async function made(name: ActionName, sample: Sample, subject: Subject): Promise<Made> {
  const target = targetFields(name, subject.ids);
  const { cookie = "", ...filled } = await sample.fill(subject);
  const { ids } = subject;
  if ("form" in filled) return { sent: { form: { ...target, ...filled.form } }, ids, cookie };
  if ("asks" in filled) return { sent: { values: [target, filled.asks] }, ids, cookie };
  return { sent: filled, ids, cookie };
}

export const NAMES = Object.keys(ACTIONS) as ActionName[];
