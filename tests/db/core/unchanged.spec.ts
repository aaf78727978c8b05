import type { Db } from "#db/index.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import type { Minted } from "#tests/support/data/mint.ts";
import { askHandlers } from "#tests/support/http/handlers.ts";
import { expect, test } from "#tests/support/test.ts";

test.afterEach(() => shiftClock(0));

type Known = { service: number };

/** A kind of record: where it is created, as what, and another value of one of its fields. */
type Kind = {
  path: string;
  wrapper: string;
  create: (known: Known) => object;
  other: Record<string, unknown>;
  /** Of what is secret: the same, given once more, is a change. */
  secret?: object;
};

const NOTE = { description: "We **look**", translations: { de: { description: "Wir sehen" } } };
const WHEN = { starts_at: "2031-01-01T10:00:00", ends_at: "2031-01-01T12:00:00" };

const KINDS: Record<string, Kind> = {
  service: {
    path: "services",
    wrapper: "service",
    create: () => ({
      name: "Checkout",
      description: "Pays",
      monitoring: "internal",
      ping_url: "https://shop.test",
      monitoring_options: { method: "get" },
      translations: { de: { name: "Kasse" } },
    }),
    other: { private: true },
  },
  metric: {
    path: "metrics",
    wrapper: "metric",
    create: ({ service }) => ({ title: "Time", unit: "ms", type: "rt", service_id: service }),
    other: { title: "Latency" },
  },
  incident: {
    path: "incidents",
    wrapper: "incident",
    create: ({ service }) => ({
      title: "Down",
      type: "major",
      service_ids: [service],
      updates: [NOTE],
    }),
    other: { affects_uptime: false },
  },
  maintenance: {
    path: "incidents",
    wrapper: "incident",
    create: ({ service }) => ({
      ...{ title: "Move", type: "scheduled", service_ids: [service], updates: [NOTE], ...WHEN },
      recurrence: "FREQ=WEEKLY;COUNT=3",
    }),
    other: { maintenance_notify: true },
  },
  "info notice": {
    path: "info_notices",
    wrapper: "info_notice",
    create: ({ service }) => ({ title: "News", service_ids: [service], updates: [NOTE] }),
    other: { featured_until: "2031-01-01T10:00:00" },
  },
  "incident template": {
    path: "incident_templates",
    wrapper: "incident_template",
    create: ({ service }) => ({ name: "Usual", title: "Down", service_ids: [service] }),
    other: { description: "Again" },
  },
  "incident type": {
    path: "incident_types",
    wrapper: "incident_type",
    create: () => ({ key: "slow", name: "Slow", base_severity: "minor" }),
    other: { name: "Slower" },
  },
  "access group": {
    path: "access_groups",
    wrapper: "access_group",
    create: ({ service }) => ({ name: "Europe", service_ids: [service] }),
    other: { service_ids: [] },
  },
  "subscription group": {
    path: "subscription_groups",
    wrapper: "subscription_group",
    create: () => ({ name: "Partners" }),
    other: { name: "Friends" },
  },
  subscription: {
    path: "subscriptions",
    wrapper: "subscription",
    create: ({ service }) => ({
      ...{ type: "email", email: "ada@unchanged.test", confirm: true, filter: "services" },
      ...{ service_ids: [service], metadata: { customer: "7" } },
    }),
    other: { metadata: { customer: "8" } },
  },
  webhook: {
    path: "webhooks",
    wrapper: "webhook",
    create: () => ({ url: "https://hooks.test/a", events: ["incident.created"] }),
    other: { enabled: false },
  },
  integration: {
    path: "integrations",
    wrapper: "integration",
    create: () => ({
      ...{ name: "sendgrid", key: "a-secret-of-ours", settings: { enabled: true } },
      email_from_address: "status@unchanged.test",
    }),
    other: { email_from_address: "news@unchanged.test" },
    secret: { key: "a-secret-of-ours" },
  },
  draft: {
    path: "incident_drafts",
    wrapper: "incident_draft",
    create: ({ service }) => ({ title: "Perhaps", service_ids: [service] }),
    other: { postmortem: "It was a cable" },
  },
};

/** How much was recorded of a page: what webhooks, the log and the jobs have of it. */
async function recorded(db: Db, { id, page }: Minted) {
  const events = db.selectFrom("events").select("id").where("status_page_id", "=", page.id);
  const entries = db.selectFrom("audit_log").select("id").where("organization_id", "=", id);
  return [(await events.execute()).length, (await entries.execute()).length];
}

for (const [kind, { path, wrapper, create, other, secret }] of Object.entries(KINDS))
  test(`${kind}: a PUT that changes nothing leaves it as it was, and is not recorded`, async ({
    database,
    organization,
    service,
  }) => {
    const all = `/status_pages/${organization.page.subdomain}/${path}`;
    const ask = async (method: string, at: string, body?: object) => {
      const answer = await askHandlers(at, { method, key: organization.keys.owner, body });
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      return answer.body as Record<string, { id: number }>;
    };
    const made = await ask("POST", all, { [wrapper]: create({ service }) });
    const one = `${all}/${made[wrapper]?.id}`;
    const put = (fields: object) => ask("PUT", one, { [wrapper]: fields });
    const first = await put({});
    const before = await recorded(database, organization);
    shiftClock(3_600_000);
    expect(await put({})).toEqual(first);
    expect(await put({ ...first[wrapper] })).toEqual(first);
    expect(await recorded(database, organization)).toEqual(before);

    const changed = await put(other);
    expect(changed[wrapper]).toMatchObject(other);
    expect((await recorded(database, organization))[1]).toBe((before[1] ?? 0) + 1);
    if (!secret) return;
    await put(secret);
    expect((await recorded(database, organization))[1]).toBe((before[1] ?? 0) + 2);
  });

test("a PUT that changes nothing of a page, of an update or of a corrected day is not recorded", async ({
  database,
  organization,
  service,
}) => {
  const { id, keys, page } = organization;
  const ask = async (method: string, at: string, body?: object) => {
    const answer = await askHandlers(at, { method, key: keys.owner, body });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body as Record<string, Record<string, unknown>>;
  };
  const own = `/status_pages/${page.subdomain}`;
  const incident = { title: "Down", type: "major", service_ids: [service], updates: [NOTE] };
  const made = (await ask("POST", `${own}/incidents`, { incident })).incident as {
    id: number;
    updates: { id: number }[];
  };
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  const places: [path: string, wrapper: string, first: object, other: object][] = [
    [`/orgs/${id}/status_pages/${page.subdomain}`, "status_page", {}, { draft: true }],
    [`${own}/incidents/${made.id}/updates/${made.updates[0]?.id}`, "update", {}, { notify: true }],
    [
      `${own}/services/${service}/uptime/corrections/${day}`,
      "correction",
      { downtime_seconds: 60, reason: "Ours" },
      { downtime_seconds: 90 },
    ],
  ];
  for (const [path, wrapper, given, other] of places) {
    const first = await ask("PUT", path, { [wrapper]: given });
    const before = await recorded(database, organization);
    shiftClock(3_600_000);
    expect(await ask("PUT", path, { [wrapper]: given })).toEqual(first);
    expect(await ask("PUT", path, { [wrapper]: first[wrapper] ?? {} })).toEqual(first);
    expect(await recorded(database, organization)).toEqual(before);
    await ask("PUT", path, { [wrapper]: other });
    expect((await recorded(database, organization))[1]).toBe((before[1] ?? 0) + 1);
  }
});
