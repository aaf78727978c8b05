import type { Db } from "#db/index.ts";
import { ACTIONS, type ActionName } from "#lib/api/action-list.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import {
  type Answer,
  callAction,
  type Field,
  isState,
  type Sent,
} from "#tests/support/actions/call.ts";
import { cookieOf, mintSubject, weakest } from "#tests/support/actions/people.ts";
import { type Made, made, NAMES } from "#tests/support/actions/sample.ts";
import { SAMPLES } from "#tests/support/actions/samples.ts";
import { DOT } from "#tests/support/browser/pictures.ts";
import { WITHOUT_WORKER } from "#tests/support/server/env.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

test.use({ serverEnv: WITHOUT_WORKER });

const [FAILED = ""] = translator("en")("admin.errors.failed", { request_id: "§" }).split("§");

/** What a script can send in place of a form. */
const ARGUMENTS: unknown[][] = [
  [],
  [null, null],
  ["x", "x"],
  [{}, {}],
  [{ subdomain: { a: 1 } }, { q: { a: 1 } }],
  [[], [[1]]],
];
const TYPED: Field[] = ["", "x", "\0", "-1", "99999999999999999999", ["1", "x"], DOT];

function isFailure({ status, value }: Answer): boolean {
  const said = isState(value) ? (value.message ?? "") : "";
  return status >= 500 || value instanceof Error || said.startsWith(FAILED);
}

/** The same call with one field of its form replaced, for each field and each odd value. */
function* altered({ sent }: Made, target: readonly string[]): Generator<[string, Sent]> {
  if ("values" in sent) return;
  const fields = "form" in sent ? sent.form : sent.bare;
  for (const name of Object.keys(fields).filter((each) => !target.includes(each)))
    for (const [index, value] of TYPED.entries()) {
      const form = { ...fields, [name]: value };
      yield [`${name} ${index}`, "form" in sent ? { form } : { bare: form }];
    }
}

async function failuresOf(server: TestServer, database: Db, name: ActionName) {
  const subject = await mintSubject(database, weakest(name).mint);
  const call = await made(name, SAMPLES[name], subject);
  const isOpen = ACTIONS[name].access === "anybody";
  const cases: [string, Sent][] = [
    ...ARGUMENTS.map((values): [string, Sent] => [JSON.stringify(values), { values }]),
    ...altered(call, Object.keys(ACTIONS[name].target.shape)),
  ];
  const failures: string[] = [];
  for (const [what, sent] of cases) {
    const cookie = isOpen ? call.cookie : await cookieOf(database, subject.user);
    const answer = await callAction(server, name, { sent, ids: call.ids }, { cookie });
    if (isFailure(answer)) failures.push(`${what}: ${answer.status}`);
  }
  return failures;
}

for (const name of NAMES)
  test(`${name}: whatever it is given, it is no mistake of the server's`, async ({
    database,
    server,
  }) => {
    expect(await failuresOf(server, database, name)).toEqual([]);
  });
