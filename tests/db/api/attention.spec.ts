import type { Db } from "#db/index.ts";
import { readFindings } from "#lib/api/findings/read.ts";
import type { Finding } from "#lib/api/findings/schema.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { CreateIncident, PostUpdate } from "#lib/incidents/schema.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import {
  type MintedPage,
  mintOrganization,
  mintPage,
  mintService,
} from "#tests/support/data/mint.ts";
import { mintSubscription } from "#tests/support/data/subscriptions.ts";
import { mintDelivery, mintWebhook } from "#tests/support/data/webhooks.ts";
import { expect, test } from "#tests/support/test.ts";

const hoursFrom = (now: string, hours: number) => later(now, hours * 3_600);

/** A page with a service, what can go wrong there, and what is found. */
async function stageOf(db: Db, given?: MintedPage) {
  const page = given ?? (await mintOrganization(db)).page;
  const service = await mintService(db, page.id, { name: "Checkout" });
  const ctx = systemContext(db, "test");
  return {
    page,
    service,
    monitored: (is_up: boolean) =>
      db
        .updateTable("services")
        .set({ monitoring: "internal", is_up, ping_url: "https://example.com" })
        .where("id", "=", service)
        .execute(),
    open: async (incident: object) => {
      const fields = { title: "Trouble", type: "minor", service_ids: [service], ...incident };
      return (await createIncident(ctx, page, parseInput(CreateIncident, fields))).id;
    },
    post: (incident_id: number, update: object) =>
      postUpdate(
        ctx,
        { ...page, incident_id },
        parseInput(PostUpdate, { description: "x", ...update }),
      ),
    found: () => readFindings(ctx, page),
    kinds: async () => (await readFindings(ctx, page)).map(({ kind }: Finding) => kind),
  };
}

test("a page on which all is well has no findings", async ({ database }) => {
  const { open, monitored, found } = await stageOf(database);
  await monitored(true);
  await open({
    type: "scheduled",
    starts_at: "2035-01-01T10:00:00",
    ends_at: "2035-01-01T11:00:00",
  });
  await open({ starts_at: "2026-01-01T10:00:00", ends_at: "2026-01-01T11:00:00" });
  expect(await found()).toEqual([]);
});

test("mail that nothing sends is found as soon as somebody subscribes by e-mail", async ({
  database,
}) => {
  const { page, kinds } = await stageOf(database);
  expect(await kinds()).toEqual([]);
  await mintSubscription(database, page.id, { email: "ada@customer.example" });
  expect(await kinds()).toEqual(["mail_not_sent"]);
  const settings = JSON.stringify({ enabled: true });
  const values = { status_page_id: page.id, name: "smtp", fields: "{}", settings };
  await database.insertInto("integrations").values(values).execute();
  expect(await kinds()).toEqual([]);
});

test("a monitored service that is down is found until an incident says so", async ({
  database,
}) => {
  const { service, monitored, open, found } = await stageOf(database);
  await monitored(false);
  expect(await found()).toEqual([
    {
      kind: "service_down",
      urgency: "error",
      subject_type: "service",
      subject_id: service,
      subject: "Checkout",
      since: null,
      detail: null,
    },
  ]);
  await open({});
  expect(await found()).toEqual([]);
});

test("an incident whose services are all up again is found", async ({ database }) => {
  const { page, monitored, open, kinds } = await stageOf(database);
  await monitored(true);
  await open({});
  expect(await kinds()).toEqual(["incident_over"]);
  const unknown = await mintService(database, page.id);
  await database
    .updateTable("incident_services")
    .set({ service_id: unknown })
    .where("status_page_id", "=", page.id)
    .execute();
  expect(await kinds()).toEqual([]);
});

test("silence is found once it is longer than the page's hours, by kind; 0 means never", async ({
  database,
  organization,
}) => {
  const now = wireNow();
  const settings = { minor_notification_hours: 6, major_notification_hours: 0 };
  const { open, post, found, kinds } = await stageOf(
    database,
    await mintPage(database, organization.id, { settings }),
  );
  await open({ type: "major", starts_at: hoursFrom(now, -50) });
  const incident = await open({ starts_at: hoursFrom(now, -10) });
  expect(await found()).toMatchObject([
    { kind: "no_update", subject_id: incident, since: hoursFrom(now, -10), urgency: "warning" },
  ]);
  await post(incident, { posted_at: hoursFrom(now, -7) });
  expect(await found()).toMatchObject([{ since: hoursFrom(now, -7) }]);
  await post(incident, {});
  expect(await kinds()).toEqual([]);
});

test("a promise is found when it falls due, and when it is past", async ({ database }) => {
  const now = wireNow();
  const { open, post, kinds } = await stageOf(database);
  const incident = await open({});
  await post(incident, { next_update_at: hoursFrom(now, 2) });
  expect(await kinds()).toEqual([]);
  await post(incident, { next_update_at: later(now, 600) });
  expect(await kinds()).toEqual(["promise_due"]);
  await post(incident, { next_update_at: later(now, -1), posted_at: later(now, 1) });
  expect(await kinds()).toEqual(["promise_overdue"]);
  await post(incident, { type: "resolved", posted_at: later(now, 2) });
});

test("a maintenance that nobody began, or nobody ended, is found", async ({ database }) => {
  const now = wireNow();
  const { open, post, kinds } = await stageOf(database);
  const times = { starts_at: hoursFrom(now, -1), ends_at: hoursFrom(now, 1) };
  const running = await open({ type: "scheduled", ...times });
  expect(await kinds()).toEqual(["maintenance_not_started"]);
  await post(running, { type: "started" });
  expect(await kinds()).toEqual([]);
  const past = { starts_at: hoursFrom(now, -5), ends_at: hoursFrom(now, -3) };
  const over = await open({ type: "scheduled", ...past });
  expect(await kinds()).toEqual([]);
  await post(over, { type: "started", posted_at: past.starts_at });
  expect(await kinds()).toEqual(["maintenance_not_ended"]);
  await post(over, { type: "resolved" });
  expect(await kinds()).toEqual([]);
});

test("a webhook whose newest delivery failed is found with what was wrong, in words", async ({
  database,
}) => {
  const { page, found } = await stageOf(database);
  const { id } = await mintWebhook(database, page.id);
  const attempted = async (
    status: number | null,
    error: string | null,
    state: "failed" | null,
    detail?: string,
  ) => {
    const delivery = await mintDelivery(database, page.id, id);
    const attempt = {
      attempted_at: wireNow(),
      status,
      duration_ms: 1,
      answer: null,
      error,
      detail,
    };
    await database
      .updateTable("webhook_deliveries")
      .set({ attempts: JSON.stringify([attempt]), ...(state && { state }) })
      .where("id", "=", delivery)
      .execute();
  };
  await attempted(500, null, "failed");
  expect(await found()).toMatchObject([
    { kind: "webhook_failing", subject_id: id, detail: "The server answered with HTTP status 500" },
  ]);
  await attempted(null, "tls_failed", "failed", "tls_expired");
  expect(await found()).toMatchObject([{ detail: "Certificate expired" }]);
  await attempted(null, "unknown_host", "failed");
  await database.updateTable("webhooks").set({ enabled: false }).where("id", "=", id).execute();
  expect(await found()).toMatchObject([
    { detail: "No such host; it was disabled", subject_type: "webhook" },
  ]);
  const inGerman = readFindings(systemContext(database, "test"), page, translator("de"));
  expect(await inGerman).toMatchObject([
    { detail: "Den Host gibt es nicht; er wurde abgeschaltet" },
  ]);
  await attempted(200, null, null);
  expect(await found()).toEqual([]);
});

test("a custom domain that does not work, and a type that plugins do not know, are found", async ({
  database,
  organization,
}) => {
  const domain = `${organization.page.subdomain}.example.com`;
  const settings = {
    custom_incident_types_enabled: true,
    domain_config: {
      provider: "cdn_a",
      domain,
      previous_domain: null,
      status: "failed_to_configure",
      validation_records: null,
      external_id: null,
      error: "No CNAME record",
    },
  };
  const page = await mintPage(database, organization.id, {
    settings,
  });
  const { open, found } = await stageOf(database, page);
  const type = { key: "partial", name: "Partial", base_severity: "minor" as const, order: 1 };
  await database
    .insertInto("incident_types")
    .values({ ...type, status_page_id: page.id })
    .execute();
  const incident = await open({ type: "partial" });
  expect(await found()).toMatchObject([
    { kind: "domain_unverified", subject: domain, detail: "No CNAME record" },
    { kind: "type_unknown_to_plugins", subject_id: incident, detail: "partial", urgency: "info" },
  ]);
});
