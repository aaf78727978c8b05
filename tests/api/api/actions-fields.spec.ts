import type { Db } from "#db/index.ts";
import { ACTIONS, type ActionName } from "#lib/api/action-list.ts";
import { callAction, type Fields } from "#tests/support/actions/call.ts";
import {
  adding,
  ID_FIELDS,
  privileges,
  reached,
  replacing,
  shapeOf,
} from "#tests/support/actions/foreign.ts";
import { cookieOf, mintSubject, weakest } from "#tests/support/actions/people.ts";
import { said } from "#tests/support/actions/said.ts";
import { type Made, made, NAMES, type Subject } from "#tests/support/actions/sample.ts";
import { SAMPLES } from "#tests/support/actions/samples.ts";
import { readSources } from "#tests/support/code/sources.ts";
import { changesBy, type RowChange } from "#tests/support/db/changes.ts";
import { WITHOUT_WORKER } from "#tests/support/server/env.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

test.use({ serverEnv: WITHOUT_WORKER });

let shared: Promise<Subject> | undefined;

function strange(db: Db): Promise<Subject> {
  shared ??= mintSubject(db);
  return shared;
}

type Tried = { answer: string; changes: RowChange[] };

/** Has somebody who may call an action on something of their own, with the form as `changed`. */
async function call(
  { database, server }: { database: Db; server: TestServer },
  name: ActionName,
  own: Subject,
  changed: (made: Made) => Made = (made) => made,
): Promise<Tried> {
  const isOpen = ACTIONS[name].access === "anybody";
  const tried = changed(await made(name, SAMPLES[name], own));
  const cookie = isOpen ? tried.cookie : await cookieOf(database, own.user);
  let answer = "";
  const changes = await changesBy(database, async () => {
    answer = said(await callAction(server, name, tried, { cookie }), "values" in tried.sent);
  });
  return { answer, changes };
}

/** The ids that the stranger's own form of this action has. */
function idsIn({ sent }: Made): Fields {
  if (!("form" in sent)) return {};
  return Object.fromEntries(Object.entries(sent.form).filter(([name]) => name in ID_FIELDS));
}

const FORMS = NAMES.filter(
  (name) => ACTIONS[name].access !== "anybody" && SAMPLES[name].writes !== false,
);

for (const name of FORMS) {
  test(`${name}: fields that it does not ask for change nothing; ids of another tenant's reach nothing`, async ({
    database,
    server,
  }) => {
    const stranger = await strange(database);
    const { mint } = weakest(name);
    const [first, second, third] = await Promise.all([
      mintSubject(database, mint),
      mintSubject(database, mint),
      mintSubject(database, mint),
    ]);
    const plain = await call({ database, server }, name, first);
    const more = await call({ database, server }, name, second, (made) =>
      adding(made, privileges(stranger)),
    );
    expect(more.answer).toBe(plain.answer);
    expect(shapeOf(more.changes)).toEqual(shapeOf(plain.changes));
    expect(reached(more.changes, stranger)).toEqual([]);

    const theirs = idsIn(await made(name, SAMPLES[name], stranger));
    const foreign = Object.fromEntries(
      Object.entries(ID_FIELDS).map(([field, of]) => [field, of(stranger)]),
    );
    const target = Object.keys(ACTIONS[name].target.shape);
    const swapped = await call({ database, server }, name, third, (made) =>
      replacing(made, target, { ...foreign, ...theirs }),
    );
    expect(reached(swapped.changes, stranger)).toEqual([]);
  });
}

test("every field of a form that takes ids is one of those that are tried with foreign ones", () => {
  const forms = readSources().filter(
    ({ path, text }) => /^app\/\((?:admin|auth|join)\)/.test(path) && text.includes("forms/read"),
  );
  const fields = forms.flatMap(({ text }) => [
    ...[...text.matchAll(/(\w+): idsIn\b/g)].map(([, name]) => name),
    ...[...text.matchAll(/(\w+_id): (?:numberIn|textIn)\b/g)].map(([, name]) => name),
    ...[...text.matchAll(/(?:ids|number|numbers|text)In\(form, "((?:\w+_)?ids?)"\)/g)].map(
      ([, name]) => name,
    ),
  ]);
  expect(fields.length).toBeGreaterThan(10);
  expect([...new Set(fields)].filter((name) => !(name && name in ID_FIELDS))).toEqual([
    "remote_id",
  ]);
});
