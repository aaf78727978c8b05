import fc from "fast-check";
import { wrapperOf } from "#lib/api/body.ts";
import { drawn, type Known } from "#tests/support/browser/drawn.ts";
import { mintSocialAccount } from "#tests/support/data/integrations.ts";
import { unixNow } from "#tests/support/data/metrics.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { nearly, type Path, PECULIAR, places, put } from "#tests/support/data/peculiar.ts";
import { sampleCertificate } from "#tests/support/data/sample-certificate.ts";
import { type Ids, pathOf, sampleIds } from "#tests/support/data/samples.ts";
import { allows } from "#tests/support/http/document.ts";
import { bodyOf, type Operation, operations, requestOf } from "#tests/support/http/operations.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

const RUNS = 30;

// What a schema cannot say, as the document does in words: what exists, what is taken, and what
// fields say together. By path of the field and text of the refusal.
const BEYOND_SCHEMA: [RegExp, RegExp][] = [
  [/(_ids?|users_status_pages|notification_recipients|type|types|impacts)$/, /does not exist/],
  [/./, /has already been taken/],
  [/./, /are both given and differ/],
  [/url$/, /must be a web address|private network/],
  [/time_zone$/, /must be a time zone/],
  [/restricted_ips$/, /must be IP addresses/],
  [/domain$/, /is reserved for this server|must be a domain name/],
  [/domain_config\.(domain|provider)$/, /can't be blank/],
  [/^ping_url$/, /can't be blank/],
  [/^email_\w+_template$/, /line \d|cannot be used/],
  [/_at$|_until$/, /must be after the start/],
  [/(^|\.)(starts|posted)_at$/, /must not be in the future/],
  [/^(starts|ends)_at$/, /can't be blank/],
  [/^service_ids$/, /must name at least one service/],
  [/^impacts\.\d+\.starts_at$/, /overlaps another impact/],
  [/^(type|starts_at|ends_at|service_ids)$/, /contradicts the impacts/],
  [/type$/, /does not fit this type|must be one of: major, minor, scheduled/],
  [/recurrence$/, /does not fit this type/],
  [/^(key|name)$/, /cannot be changed/],
  [/^updates\.\d+\.description$/, /can't be blank/],
  [
    /^(email|phone_number|country_dial_code|webhook_url|service_ids|incident_id|incident_types)$/,
    /can't be blank/,
  ],
  [/^(key|password)$/, /must be sent again/],
  [/time$/, /must be at most \d/],
  [/(metadata|theme_configs|translations)$/, /should be at most/],
  [/(metadata|theme_configs)/, /nested too deeply|cannot be stored/],
  [/^base$/, /at most|needs at least one owner|locked/],
  [/^role$/, /owner/],
  [/^type$/, /is not offered on this status page/],
  [/^webhook_custom_jsonpath_settings\./, /can't be blank|must be a JSONPath/],
  [/^monitoring_options\.keyword_(down|up)$/, /keyword|needs/],
  [/^chain$/, /must be a certificate chain/],
  [/^fields$/, /cannot be changed/],
  [/^subdomain$/, /does not exist/],
  [/^expires_at$/, /must be in the future/],
  [/^state$/, /cannot be given together/],
  [/^key$/, /must be a private key/],
];

function knownOf(ids: Ids, wrapper: string): Known {
  const one = (value: unknown) => fc.constant(value);
  const number = fc.integer({ min: 1, max: 1e9 });
  const certificate = sampleCertificate(String(ids.subdomain));
  return {
    service_ids: one([ids.service_id]),
    parent_id: one(null),
    incident_id: one(ids.incident_id),
    integration_id: fc.constantFrom(ids.integration_id, String(ids.integration_id)),
    subscription_group_ids: one([ids.subscription_group_id]),
    users_status_pages: one([]),
    notification_recipients: one([]),
    incident_types: fc.subarray(["major", "minor"]),
    time_zone: fc.constantFrom("Europe/Berlin", "US/Pacific"),
    time: fc.integer({ min: 1, max: unixNow() }),
    subdomain: number.map((drawn) => `drawn-${drawn}`),
    url: fc.constantFrom("https://example.com/a?b=1#c", "HTTP://93.184.215.14:80", "https://ü.de"),
    webhook_url: number.map((drawn) => `https://hooks.example.com/${drawn}`),
    email: number.map((drawn) => `drawn-${drawn}@example.com`),
    restricted_ips: fc.constantFrom("192.0.2.1", "2001:db8::/32, 192.0.2.0/24"),
    ...(wrapper === "status_page" && {
      domain: number.map((drawn) => `${drawn % 2 ? "mül" : "MUL"}-${drawn}.example.com`),
    }),
    ...(wrapper === "api_key" && { subdomain: one(ids.subdomain) }),
    ...(wrapper === "incident" && { type: fc.constantFrom("major", "minor") }),
    ...(wrapper === "subscription" && { type: one("email") }),
    ...(wrapper === "certificate" && {
      chain: one(certificate.chain),
      key: one(certificate.key),
    }),
    ...(wrapper === "incident_type" && { key: number.map((drawn) => `drawn-${drawn}`) }),
  };
}

type Sent = { body: unknown; allowed: boolean };

/** Bodies that the document allows, and others that differ from one in a place. */
function bodies(operation: Operation, ids: Ids): fc.Arbitrary<Sent> {
  const schema = bodyOf(operation);
  const isAllowed = allows(schema);
  const wrapper = String(wrapperOf(operation.declaration.body));
  const valid = drawn(schema, knownOf(ids, wrapper)).filter(isAllowed);
  const inRecord = places(requestOf(operation)).map(({ path, schema: inner }) => ({
    path: [wrapper, ...path],
    values: fc.constantFrom(...PECULIAR, ...nearly(inner), undefined),
  }));
  const anywhere = fc.constantFrom({ path: [], values: fc.constantFrom(...PECULIAR) }, ...inRecord);
  const change = anywhere.chain(({ path, values }) => fc.tuple(fc.constant<Path>(path), values));
  const changed = fc.tuple(valid, change).map(([body, [path, value]]) => put(body, path, value));
  return fc
    .oneof({ weight: 2, arbitrary: valid }, { weight: 3, arbitrary: changed })
    .map((given) => {
      const body: unknown = JSON.parse(JSON.stringify(given) ?? "null");
      return { body, allowed: isAllowed(body) };
    });
}

/** What of a refusal is not a thing that no schema can say. */
function unexplained(text: string): string[] {
  const { errors = {} } = JSON.parse(text) as { errors?: Record<string, string[]> };
  const isExplained = (path: string, message: string) =>
    BEYOND_SCHEMA.some(([field, refusal]) => field.test(path) && refusal.test(message));
  return Object.entries(errors).flatMap(([path, messages]) =>
    messages
      .filter((message) => !isExplained(path, message))
      .map((message) => `${path} ${message}`),
  );
}

async function send(
  server: TestServer,
  operation: Operation,
  ids: Ids,
  key: string,
  body: unknown,
) {
  const answer = await server.request(`/api/v2${pathOf(operation.path, ids)}`, {
    method: operation.method,
    headers: { authorization: key },
    body,
  });
  if (answer.status < 300 && operation.method === "PUT") {
    const { status_page } = answer.json<{ status_page?: { subdomain: string } }>();
    if (status_page) ids.subdomain = status_page.subdomain;
  }
  // A key has one successor: the next renewal is the successor's.
  if (answer.status < 300 && operation.path.endsWith("/renew"))
    ids.api_key_id = answer.json<{ api_key: { id: number } }>().api_key.id;
  return answer;
}

for (const operation of operations.filter(({ declaration }) => declaration.body)) {
  const { method, path } = operation;
  test(`${method} ${path}: the server accepts what the document allows, and nothing else`, async ({
    database,
    server,
  }) => {
    const organization = await mintOrganization(database);
    await mintSocialAccount(database, organization.page.id);
    const ids = await sampleIds(database, organization);
    let accepted = 0;
    const property = fc.asyncProperty(bodies(operation, ids), async ({ body, allowed }) => {
      const { status, text } = await send(server, operation, ids, organization.keys.owner, body);
      if (status < 300) accepted += 1;
      if (!allowed) expect([400, 422], text).toContain(status);
      else if (status >= 300) expect([status, unexplained(text)]).toEqual([422, []]);
    });
    await fc.assert(property, { numRuns: RUNS });
    expect(accepted).toBeGreaterThan(RUNS / 20);
  });
}

test("an empty Idempotency-Key is none", async ({ api, organization }) => {
  const path = `/status_pages/${organization.page.subdomain}/services`;
  const create = (name: string) =>
    api.post(path, { service: { name } }, { headers: { "idempotency-key": "" } });
  const answers = [await create("One"), await create("Two"), await create("Two")];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(3);
});
