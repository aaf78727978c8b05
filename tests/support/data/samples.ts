import type { Db } from "#db/index.ts";
import { wrapperOf } from "#lib/api/body.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { mintImage, mintPicture } from "#tests/support/browser/pictures.ts";
import { putDomain } from "#tests/support/data/domains.ts";
import { mintIncident } from "#tests/support/data/incidents.ts";
import { mintIntegration } from "#tests/support/data/integrations.ts";
import { mintMetric, unixNow } from "#tests/support/data/metrics.ts";
import { type Minted, mintService } from "#tests/support/data/mint.ts";
import { mintPageMember, organizationSamples } from "#tests/support/data/organization-samples.ts";
import {
  mintCertificate,
  sampleCertificate,
  sampleDomain,
} from "#tests/support/data/sample-certificate.ts";
import { mintSubscription } from "#tests/support/data/subscriptions.ts";
import { mintDelivery, mintWebhook } from "#tests/support/data/webhooks.ts";
import { mintMessage, mintNews } from "#tests/support/db/ledger.ts";

/** What stands for each path parameter in one organization. */
export type Ids = Record<string, string | number>;

async function sampleRecords(db: Db, status_page_id: number): Promise<Ids> {
  const type = {
    status_page_id,
    key: "partial",
    name: "Partial",
    base_severity: "minor" as const,
    order: 1,
  };
  const [group, template, incidentType, notice] = await Promise.all([
    db
      .insertInto("access_groups")
      .values({ status_page_id, name: "Partners" })
      .returning("id")
      .executeTakeFirstOrThrow(),
    db
      .insertInto("incident_templates")
      .values({ status_page_id, name: "Template", title: "Down" })
      .returning("id")
      .executeTakeFirstOrThrow(),
    db.insertInto("incident_types").values(type).returning("id").executeTakeFirstOrThrow(),
    db
      .insertInto("info_notices")
      .values({ status_page_id, title: "Notice", featured_from: wireNow() })
      .returning("id")
      .executeTakeFirstOrThrow(),
  ]);
  const subscription_id = await mintSubscription(db, status_page_id);
  const { id: subscription_group_id } = await db
    .insertInto("subscription_groups")
    .values({ status_page_id, name: "Partners" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: import_id } = await db
    .insertInto("subscription_imports")
    .values({ status_page_id, name: "list.csv", state: "checked" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const metric_id = await mintMetric(db, status_page_id);
  await db
    .insertInto("join_links")
    .values({
      status_page_id,
      token_hash: Buffer.alloc(32, status_page_id),
      token_sealed: seal("sample"),
      inserted_at: wireNow(),
    })
    .execute();
  const integration_id = await mintIntegration(db, status_page_id);
  const { id: webhook_id } = await mintWebhook(db, status_page_id, { enabled: false });
  const delivery_id = await mintDelivery(db, status_page_id, webhook_id);
  const news = await mintNews(db, status_page_id);
  await mintMessage(db, status_page_id, news, subscription_id);
  return {
    access_group_id: group.id,
    incident_template_id: template.id,
    incident_type_id: incidentType.id,
    info_notice_id: notice.id,
    metric_id,
    page_member_id: await mintPageMember(db, status_page_id),
    integration_id,
    subscription_id,
    subscription_group_id,
    import_id,
    webhook_id,
    delivery_id,
    event_id: news.id,
  };
}

/** A corrected day. */
async function mintCorrection(db: Db, status_page_id: number, service_id: number): Promise<string> {
  const day = "2026-10-01";
  const said = { downtime_seconds: 60, ignore_checks: false, reason: "Wrong" };
  await db
    .insertInto("day_corrections")
    .values({ status_page_id, service_id, day, time_zone: "Etc/UTC", ...said })
    .execute();
  return day;
}

async function mintAlert(db: Db, status_page_id: number, service_id: number): Promise<number> {
  const now = wireNow();
  const { id } = await db
    .insertInto("service_alerts")
    .values({
      ...{ status_page_id, service_id, source: "webhook", key: "sample", detail: "Slow" },
      ...{ is_open: true, opened_at: now, received_at: now },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function sampleIds(db: Db, { id, page }: Pick<Minted, "id" | "page">): Promise<Ids> {
  const checked = { ping_url: "tcp://127.0.0.1:1" };
  const service_id = await mintService(db, page.id, { display_uptime_graph: true, ...checked });
  const incident_id = await mintIncident(db, page.id, {
    severity: "major",
    starts_at: later(wireNow(), -60),
    ends_at: null,
    service_ids: [service_id],
  });
  const { id: update_id } = await db
    .insertInto("incident_updates")
    .values({
      status_page_id: page.id,
      incident_id,
      type: "issue",
      description: "Broken",
      posted_at: wireNow(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const fields = { title: "Draft", type: "minor", service_ids: [service_id] };
  const draft = await db
    .insertInto("incident_drafts")
    .values({ status_page_id: page.id, fields: JSON.stringify(fields) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const outage_id = await sampleOutage(db, page.id, service_id, fields);
  const domain = sampleDomain(page.subdomain);
  const asked = { provider: "cdn_a", domain } as const;
  await db.transaction().execute(async (trx) => {
    await putDomain(trx, page.id, { ...asked, status: "configuring" });
    // So that nothing goes on with it while a test compares what was written.
    await putDomain(trx, page.id, { ...asked, status: "failed_to_configure", error: "Refused" });
  });
  await mintCertificate(db, page);
  const [records, others] = await Promise.all([
    sampleRecords(db, page.id),
    organizationSamples(db, id),
  ]);
  return {
    organization_id: id,
    subdomain: page.subdomain,
    image: await mintImage(db, page.id),
    file: await mintPicture(db, page.id),
    service_id,
    alert_id: await mintAlert(db, page.id, service_id),
    day: await mintCorrection(db, page.id, service_id),
    incident_id,
    update_id,
    incident_draft_id: draft.id,
    outage_id,
    ...records,
    ...others,
  };
}

/** What monitoring found and nobody has published. */
async function sampleOutage(db: Db, status_page_id: number, service_id: number, fields: object) {
  const drafted = JSON.stringify(fields);
  const draft = await db
    .insertInto("incident_drafts")
    .values({ status_page_id, fields: drafted })
    .returning("id")
    .executeTakeFirstOrThrow();
  const began_at = wireNow();
  const row = { status_page_id, group_id: service_id, state: "waiting", began_at, drafted };
  const outage = await db
    .insertInto("outages")
    .values({ ...row, draft_id: draft.id })
    .returning("id")
    .executeTakeFirstOrThrow();
  // Without a service that is down the worker would end it, and delete the draft.
  await db
    .insertInto("outage_services")
    .values({ status_page_id, outage_id: outage.id, service_id, down_at: began_at })
    .execute();
  return outage.id;
}

export function pathOf(path: string, ids: Ids): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (ids[name] === undefined) throw new Error(`no sample for {${name}}: add it to sampleIds`);
    return String(ids[name]);
  });
}

// One body per record that every operation with that wrapper accepts.
const RECORDS: Record<string, (ids: Ids) => object> = {
  status_page: () => ({ name: "Page", url: "https://example.com", time_zone: "Europe/Berlin" }),
  service: () => ({ name: "Service" }),
  incident: ({ service_id }) => ({ title: "Down", type: "major", service_ids: [service_id] }),
  incident_draft: () => ({ title: "Being written" }),
  update: () => ({ description: "We are on it" }),
  incident_template: ({ service_id }) => ({
    name: "Outage",
    title: "Down",
    service_ids: [service_id],
  }),
  incident_type: () => ({ key: "degraded", name: "Degraded", base_severity: "minor" }),
  info_notice: () => ({ title: "Notice", updates: [{ description: "News" }] }),
  access_group: ({ service_id }) => ({ name: "Partners", service_ids: [service_id] }),
  subscription: () => ({ type: "email", email: "reader@example.com" }),
  subscription_import: () => ({ state: "importing" }),
  subscription_group: () => ({ name: "Partners" }),
  member: () => ({ email: "somebody@example.com", role: "editor" }),
  organization: () => ({ name: "Renamed" }),
  api_key: () => ({ name: "Deployments" }),
  metric: () => ({ title: "Response time", unit: "ms", type: "rt" }),
  correction: () => ({ downtime_seconds: 1_200, reason: "Our own network was down" }),
  entry: () => ({ time: unixNow(), value: 12.5 }),
  webhook: () => ({ url: "https://hooks.example.com/status", events: ["incident.created"] }),
  integration: () => ({ name: "slack", key: "xoxb-1234567890-abcdef" }),
  quarantine: () => ({ cause: "550 5.7.1 Relay access denied" }),
  certificate: ({ subdomain }) => sampleCertificate(String(subdomain)),
};

// What is said once and cannot be changed.
const FIXED: Record<string, string> = { incident_type: "key" };

/** A body that the operation accepts. */
export function sampleBody(
  { body }: Endpoint["declaration"],
  method: string,
): (ids: Ids) => Record<string, unknown> {
  const wrapper = String(wrapperOf(body));
  return (ids) => {
    const record = RECORDS[wrapper];
    if (!record) throw new Error(`no sample for "${wrapper}": add it to RECORDS`);
    const whole = Object.entries(record(ids)).filter(
      ([field]) => method === "POST" || field !== FIXED[wrapper],
    );
    return { [wrapper]: Object.fromEntries(whole) };
  };
}
