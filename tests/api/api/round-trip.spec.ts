import fc from "fast-check";
import { wrapperOf } from "#lib/api/body.ts";
import { aliasOf } from "#lib/core/fields/aliases.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { type Ids, pathOf, sampleIds } from "#tests/support/data/samples.ts";
import { valuesOf, wordsOf, zeroOf } from "#tests/support/data/values.ts";
import { type Api, apiOf } from "#tests/support/http/api.ts";
import {
  answerOf,
  fieldsOf,
  type Operation,
  operations,
  requestOf,
  sibling,
} from "#tests/support/http/operations.ts";
import { expect, test } from "#tests/support/test.ts";

type Json = Record<string, unknown>;

const RUNS = 3;
// A certificate and its key are replaced as a whole.
const updates = operations.filter(
  ({ method, declaration: { body } }) =>
    method === "PUT" && body && wrapperOf(body) !== "certificate",
);
const readable = updates.filter((operation) => sibling(operation, "GET"));

// Written by us, kept as they were on purpose, or not shown as they were given: their own tests say
// how.
const APART: Record<string, string[]> = {
  // What it is set to is where it goes.
  subscription_import: ["state"],
  status_page: ["subdomain", "domain_config", "languages"],
  integration: [
    "name",
    "user",
    "phone_number",
    "domain",
    "email_from_address",
    "key",
    "relay",
    "username",
    "port",
    "region",
    "settings",
  ],
  incident_type: ["key"],
  // Samples are no planned work; tests/api/incidents/recurrence.spec.ts reads back what it gave.
  // An empty list of impacts leaves them as they are, and so does not to follow updates.
  incident: ["updates", "recurrence", "impacts", "impacts_follow_updates"],
  incident_draft: ["updates", "recurrence", "impacts"],
  info_notice: ["updates"],
  subscription: ["type", "email", "phone_number", "country_dial_code", "webhook_url", "confirm"],
};

/** One record, through the API. */
class Subject {
  readonly #api: Api;
  readonly #path: string;
  readonly wrapper: string;

  constructor(api: Api, operation: Operation, ids: Ids) {
    this.#api = api;
    this.#path = pathOf(operation.path, ids);
    this.wrapper = String(wrapperOf(operation.declaration.body));
  }

  async put(record: Json): Promise<{ status: number; text: string; record: Json }> {
    const answer = await this.#api.put(this.#path, { [this.wrapper]: record });
    return {
      status: answer.status,
      text: answer.text,
      record: answer.json<Record<string, Json>>()[this.wrapper] ?? {},
    };
  }

  async get(): Promise<Json> {
    return (await this.#api.get(this.#path)).json<Record<string, Json>>()[this.wrapper] ?? {};
  }
}

async function subjectOf(
  ...[database, server, operation]: [
    Parameters<typeof mintOrganization>[0],
    Parameters<typeof apiOf>[0],
    Operation,
  ]
) {
  const organization = await mintOrganization(database);
  const ids = await sampleIds(database, organization);
  return { ids, subject: new Subject(apiOf(server, organization.owner.key), operation, ids) };
}

for (const operation of readable) {
  test(`${operation.path}: what a PUT was given, the next GET returns`, async ({
    database,
    server,
  }) => {
    const { ids, subject } = await subjectOf(database, server, operation);
    const answered = fieldsOf(answerOf(operation));
    const fields = Object.entries(fieldsOf(requestOf(operation))).filter(
      ([name]) => name in answered && !APART[subject.wrapper]?.includes(name),
    );
    for (const [name, schema] of fields) {
      let accepted = 0;
      const property = fc.asyncProperty(valuesOf(name, schema, ids), async (drawn) => {
        const value: unknown = JSON.parse(JSON.stringify(drawn));
        const { status, text, record } = await subject.put({ [name]: value });
        expect([200, 422], text).toContain(status);
        if (status !== 200) return;
        accepted += 1;
        expect({ [name]: record[name] }).toMatchObject({ [name]: value });
        expect(await subject.get()).toEqual(record);
      });
      const examples = wordsOf(schema).map((word): [unknown] => [word]);
      await fc.assert(property, { numRuns: examples.length + RUNS, examples });
      expect(accepted, `no value of ${name} was accepted`).toBeGreaterThan(0);
    }
  });
}

for (const operation of updates) {
  const request = fieldsOf(requestOf(operation));
  const answer = fieldsOf(answerOf(operation));

  test(`${operation.path}: a PUT of nothing but zero values and read-only fields is accepted, and empties nothing that must be there`, async ({
    database,
    server,
  }) => {
    const { subject } = await subjectOf(database, server, operation);
    const before = (await subject.put({})).record;
    const zeros = Object.fromEntries(
      Object.entries({ ...answer, ...request }).map(([name, schema]) => [name, zeroOf(schema)]),
    );
    const nulls = Object.fromEntries(Object.keys(zeros).map((name) => [name, null]));
    for (const body of [zeros, nulls, { ...zeros, unheard_of: { of: 1 } }]) {
      const { status, text, record } = await subject.put(body);
      expect(status, text).toBe(200);
      for (const name of [
        "id",
        "name",
        "title",
        "type",
        "url",
        "subdomain",
        "time_zone",
        "email",
        "description",
      ]) {
        if (typeof before[name] === "string" && before[name] !== "" && record[name] === "")
          expect(name).toBe("left as it was");
      }
    }
  });

  test(`${operation.path}: a zero value of any type is accepted where a client sets nothing`, async ({
    database,
    server,
  }) => {
    const { subject } = await subjectOf(database, server, operation);
    for (const zero of ["", 0, false, {}]) {
      const body = Object.fromEntries(
        Object.keys({ ...answer, ...request }).map((name) => [name, zero]),
      );
      const { status, text } = await subject.put(body);
      expect([zero, status, text]).toEqual([zero, 200, text]);
    }
  });

  const aliased = Object.keys(request).filter((name) => aliasOf(name) !== undefined);
  if (aliased.length === 0) continue;

  test(`${operation.path}: each alias says the same as the name it stands for`, async ({
    database,
    server,
  }) => {
    const { ids, subject } = await subjectOf(database, server, operation);
    for (const name of aliased) {
      const alias = aliasOf(name) ?? "";
      const values = fc.sample(valuesOf(name, request[name], ids), 2);
      for (const given of values.flatMap((value) => [
        { [alias]: value },
        { [name]: value },
        { [alias]: value, [name]: value },
      ])) {
        const [value] = Object.values(given);
        const { status, text, record } = await subject.put(given);
        expect(status, text).toBe(200);
        expect({ [alias]: record[alias], [name]: record[name] }).toEqual({
          [alias]: value,
          [name]: value,
        });
      }
      const { status } = await subject.put({
        [alias]: values[0],
        [name]: typeof values[0] === "boolean" ? !values[0] : "another",
      });
      expect([name, status]).toEqual([name, 422]);
    }
  });
}
