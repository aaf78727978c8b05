import { wrapperOf } from "#lib/api/body.ts";
import { aliasOf } from "#lib/core/fields/aliases.ts";
import { type Ids, pathOf, sampleBody, sampleIds } from "#tests/support/data/samples.ts";
import { zeroOf } from "#tests/support/data/values.ts";
import type { Api } from "#tests/support/http/api.ts";
import type { Response } from "#tests/support/http/http.ts";
import {
  fieldsOf,
  type Operation,
  operations,
  requestOf,
  type Schema,
} from "#tests/support/http/operations.ts";
import { WITHOUT_WORKER } from "#tests/support/server/env.ts";
import { expect, test } from "#tests/support/test.ts";

// What follows from a record, such as the names of a domain, comes by itself and at any time.
test.use({ serverEnv: WITHOUT_WORKER });

type Json = Record<string, unknown>;

// What clients of other products write and send back: read the whole record, change a thing, put
// all of it. Everything they may set is set here, addresses without their scheme.
const WHOLE: Record<string, (ids: Ids) => Json> = {
  status_page: () => ({
    url: "example.com/about?a=1",
    support_email: "help@example.com",
    twitter_public_screen_name: "acme",
    about: " We ship.\n",
    restricted_ips: "192.0.2.1, 2001:db8::/32",
    domain: "Status.replayed.example.com",
    custom_domain_enabled: true,
    translations: { de: { public_company_name: "Ächme", header_logo_text: null } },
    theme_configs: { radius: 3, deep: { list: [null, 1] } },
    link_color: "aBcDeF",
    history_limit_days: null,
    slack_subscriptions_enabled: null,
    allowed_email_domains: "a.example\nb.example",
    custom_css: "a{}\n",
  }),
  service: () => ({
    monitoring: "internal",
    ping_url: "example.com:8080/health",
    monitoring_options: { method: "get", headers: [{ key: "X-A", value: "" }], keyword_up: "ok" },
    webhook_custom_jsonpath_settings: { jsonpath: "$.up", expected_result: "up" },
    incident_type: "minor",
    auto_incident: true,
    translations: { de: { name: "Dienst", description: "" }, pt_BR: { name: null } },
    order: 3,
  }),
  incident: () => ({
    starts_at: "2026-01-10T22:00:00+01:00",
    updates: [
      { description: "First", posted_at: "2026-01-10T21:10:00", tweet: false },
      { type: "monitoring", description: "Second", translations: { de: { description: "Zwei" } } },
    ],
    translations: { de: { title: "Ausfall" } },
    maintenance_notify_settings: { before_notice_minutes: 60, on_start: true },
    affects_uptime: true,
  }),
  update: () => ({
    type: "identified",
    posted_at: "2026-01-10T21:10:00Z",
    translations: { de: { description: "Gefunden" } },
    social_post: false,
  }),
  incident_template: () => ({
    description: "We look into it.\n",
    incident_types: ["major"],
    translations: { de: { title: "Ausfall", description: null } },
  }),
  incident_type: () => ({ color: "aBcDeF", order: 2, translations: { de: { name: "Teilweise" } } }),
  info_notice: ({ service_id }) => ({
    featured_from: "2026-01-10T21:10:00",
    featured_until: "2099-01-10T21:10:00",
    service_ids: [service_id],
    updates: [{ description: "First", translations: { de: { description: "Eins" } } }],
    translations: { de: { title: "Neues" } },
  }),
  access_group: () => ({ users_status_pages: [] }),
  subscription: ({ service_id, subscription_group_id }) => ({
    filter: "services",
    service_ids: [service_id],
    confirm: true,
    locale: "de",
    metadata: { plan: "gold", seats: 3, tags: [] },
    subscription_group_ids: [subscription_group_id],
  }),
  subscription_group: () => ({}),
  metric: ({ integration_id }) => ({
    enabled: true,
    visible: true,
    remote_id: "r",
    threshold: -0.5,
    featured_number: "max",
    integration_id: String(integration_id),
  }),
  webhook: () => ({ enabled: false }),
  integration: () => ({
    user: "u",
    email_from_address: "from@example.com",
    port: 587,
    settings: { __type__: "slack", enabled: true, api_key_type: "user" },
  }),
};

const EVERYTHING = "everything";

const creates = operations.filter(
  ({ method, path, declaration }) =>
    method === "POST" &&
    declaration.body &&
    operations.some((other) => other.method === "PUT" && other.path.startsWith(`${path}/{`)),
);

const itemOf = ({ path }: Operation) =>
  operations.find((other) => other.method === "PUT" && other.path.startsWith(`${path}/{`));

/** Every kind of body that such clients send to create a record. */
function bodies(operation: Operation, ids: Ids): [string, Json][] {
  const wrapper = wrapperOf(operation.declaration.body) ?? "";
  const needed = sampleBody(operation.declaration, "POST")(ids)[wrapper] as Json;
  const names = Object.entries(fieldsOf(requestOf(operation))).filter(
    ([name]) => !(name in needed),
  );
  const unset = (zero: (schema: Schema) => unknown) =>
    Object.fromEntries(names.map(([name, schema]) => [name, zero(schema)]));
  const kinds: [string, Json][] = [
    ["zero values of their own types", unset(zeroOf)],
    ["nulls", unset(() => null)],
    ...["", 0, false, {}].map((zero): [string, Json] => [JSON.stringify(zero), unset(() => zero)]),
    [EVERYTHING, WHOLE[wrapper]?.(ids) ?? {}],
  ];
  return kinds.map(([kind, more], index) => [
    kind,
    { ...needed, ...more, ...uniqueIn(wrapper, index) },
  ]);
}

/** What may stand only once, different for each body. */
function uniqueIn(wrapper: string, index: number): Json {
  if (wrapper === "member") return { email: `replayed-${index}@example.com` };
  return wrapper === "incident_type" ? { key: `replayed-${index}` } : {};
}

const TOLD_ONCE = ["secret", "invitation_url"];

/** A record without the times of its changes. */
function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== "updated_at" && !TOLD_ONCE.includes(name))
      .map(([name, inner]) => [name, lasting(inner)]),
  );
}

// Times in UTC, ids as numbers, secrets masked: what is sent is not what is read.
const CONVERTED = ["starts_at", "posted_at", "updates", "integration_id", "key"];

function expectEcho(sent: Json, answered: Json): void {
  for (const [name, value] of Object.entries(sent)) {
    if (CONVERTED.includes(name)) continue;
    expect({ [name]: answered[name] }).toMatchObject({ [name]: value });
    const alias = aliasOf(name);
    if (alias) expect({ [alias]: answered[alias] }).toEqual({ [alias]: value });
  }
}

/** Records of one kind, through the API. */
class Records {
  readonly #api: Api;
  readonly #operation: Operation;
  readonly #ids: Ids;
  readonly wrapper: string;

  constructor(api: Api, operation: Operation, ids: Ids) {
    this.#api = api;
    this.#operation = operation;
    this.#ids = ids;
    this.wrapper = wrapperOf(operation.declaration.body) ?? "";
  }

  #recordIn(answer: Response): Json {
    expect([200, 201], answer.text).toContain(answer.status);
    return answer.json<Record<string, Json>>()[this.wrapper] ?? {};
  }

  pathOf(record: Json): string {
    const path = itemOf(this.#operation)?.path ?? "";
    const name = /\{(\w+)\}$/.exec(path)?.[1] ?? "";
    return pathOf(path, { ...this.#ids, [name]: String(record.id ?? record.subdomain) });
  }

  async create(record: Json): Promise<Json> {
    const path = pathOf(this.#operation.path, this.#ids);
    return this.#recordIn(await this.#api.post(path, { [this.wrapper]: record }));
  }

  /** The record, or what is known of it where it cannot be read alone. */
  async read(known: Json): Promise<Json> {
    const answer = await this.#api.get(this.pathOf(known));
    return answer.status === 405 ? known : this.#recordIn(answer);
  }

  async put(record: Json): Promise<Json> {
    const path = this.pathOf(record);
    return this.#recordIn(await this.#api.put(path, { [this.wrapper]: record }));
  }

  async remove(record: Json): Promise<void> {
    await this.#api.delete(this.pathOf(record));
  }
}

for (const operation of creates) {
  test(`${operation.path}: what a client created, read and sent back is unchanged`, async ({
    database,
    organization,
    api,
  }) => {
    const ids = await sampleIds(database, organization);
    const records = new Records(api.as(organization.keys.owner), operation, ids);
    for (const [kind, sent] of bodies(operation, ids)) {
      const made = await records.create(sent);
      if (kind === EVERYTHING) expectEcho(sent, made);
      const read = await records.read(made);
      expect(lasting(read), kind).toEqual(lasting(made));
      expect(lasting(await records.put(read)), kind).toEqual(lasting(read));
      expect(lasting(await records.read(read)), kind).toEqual(lasting(read));
      await records.remove(made);
    }
  });
}
