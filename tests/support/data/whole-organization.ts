import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { sealAddress } from "#lib/subscribers/addresses.ts";
import { addressKey } from "#lib/subscribers/normal-addresses.ts";
import { type Minted, mintKey } from "#tests/support/data/mint.ts";
import { type Ids, sampleIds } from "#tests/support/data/samples.ts";

type Columns = Record<string, unknown>;
type Put = (table: string, row: Columns) => Promise<number>;

let hashes = 0;

function hash(): Buffer {
  hashes += 1;
  return Buffer.alloc(32, `${hashes} ${process.pid} ${performance.now()}`);
}

async function putPeople(put: Put, { id, owner }: Minted, sample: Ids, member: number) {
  const user_id = owner.id;
  await put("two_factors", { user_id, secret_sealed: seal("totp"), confirmed_at: wireNow() });
  await put("recovery_codes", { user_id, code_hash: hash() });
  const key = { api_key_id: sample.api_key_id, key: "again", request_hash: hash(), status: 201 };
  await put("idempotency_keys", { ...key, body: seal('{"service":{}}') });
  await put("feed_tokens", { membership_id: member, token_hash: hash() });
  const group = { access_group_id: sample.access_group_id, membership_id: member };
  await put("access_group_memberships", group);
  await put("memberships", {
    ...{ organization_id: id, role: "viewer", email: "invited@example.com" },
    ...{ invitation_hash: hash(), invitation_expires_at: later(wireNow(), 3_600) },
  });
  await put("join_requests", { token_hash: hash(), email: "a@b.c", expires_at: wireNow() });
}

async function putMonitoring(db: Db, put: Put, { service_id }: Ids, owner_id: number) {
  const now = wireNow();
  const sums = { service_id, up: 1, down: 0, none: 0, timed: 1, sum_ms: 12, histogram: "{0,1}" };
  await put("check_days", { ...sums, day: "2026-11-20" });
  await put("check_hours", { ...sums, hour: "2026-11-20T10:00:00" });
  for (const outcome of ["up", "down"])
    await put("check_results", { service_id, checked_at: "2026-11-28T10:00:00.123", outcome });
  await put("certificate_notices", { service_id, expires_at: now, days: 7 });
  const report = { service_id, source: "webhook", received_at: now, content: '{"é": "\\\\ \\n"}' };
  const report_id = await put("service_reports", report);
  const alert = { source: "webhook", key: "two", is_open: true, opened_at: now, received_at: now };
  await put("service_alerts", { service_id, ...alert, report_id });
  const past = { service_id: 999_999, until_at: now, deleted: true, above: `{${service_id}}` };
  const shown = { private: false, hidden: false, name: "Gone", translations: "{}" };
  await put("past_services", { ...past, ...shown });
  const checked = { monitoring: "internal", ping_url: "https://example.com" };
  const child = await put("services", {
    name: "Child",
    order: 9,
    parent_id: service_id,
    ...checked,
  });
  const beat = {
    last_beat_at: now,
    beat_due_at: later(now, 60),
    is_up: false,
    source: "heartbeat",
  };
  await put("service_monitors", { service_id, ...beat });
  const seconds = { major_seconds: 60, minor_seconds: 0, maintenance_seconds: 0 };
  const counted = { counted_maintenance_seconds: 0, incidents: 1, day: "2026-11-20" };
  await put("service_days", { service_id: child, ...seconds, ...counted });
  await sql`update services set notification_recipients = array[${owner_id}::bigint, 999999]
    where id = ${service_id}`.execute(db);
}

async function putIncidents(put: Put, ids: Ids) {
  const { service_id, incident_id, update_id, integration_id } = ids;
  const { access_group_id, incident_template_id, info_notice_id } = ids;
  const now = wireNow();
  const of = { incident_id, service_id };
  const span = { type: "minor", severity: "minor", starts_at: now, ends_at: later(now, 60) };
  await put("past_incident_services", of);
  await put("access_group_services", { access_group_id, service_id });
  await put("incident_template_services", { incident_template_id, service_id });
  await put("info_notice_services", { info_notice_id, service_id });
  const news = { info_notice_id, description: "News", posted_at: now };
  await put("info_notice_updates", news);
  await put("past_incident_impacts", { ...of, ...span });
  await put("incident_revisions", { incident_id, revision: 2, revised_at: now });
  await put("incident_timers", { incident_id, kind: "start", for_at: now, due_at: later(now, 60) });
  const gone = { severity: "minor", starts_at: now, revision: 1, deleted_at: now };
  await put("deleted_incidents", { incident_id: 999_998, ...gone, service_ids: `{${service_id}}` });
  const kept = JSON.stringify({ id: 999_997, incident_id, service_ids: [service_id] });
  await put("deleted_updates", { incident_id, id: 999_997, kept, deleted_at: now });
  await put("calendar_imports", { integration_id, asked_at: now, result: '{"created": 1}' });
  const written = JSON.stringify({ title: "Works", update_id });
  await put("calendar_events", { integration_id, key: "a", incident_id, starts_at: now, written });
  const fields = JSON.stringify({ service_ids: [service_id] });
  const series = { rule: "FREQ=DAILY", time_zone: "Etc/UTC", starts_at: now, fields };
  const series_id = await put("maintenance_series", { ...series, duration_seconds: 60 });
  await put("maintenance_occurrences", { series_id, occurs_at: now, incident_id });
}

async function putSubscribers(put: Put, ids: Ids) {
  const { subscription_id, subscription_group_id, import_id, metric_id } = ids;
  const now = wireNow();
  await put("metric_pulls", { metric_id, next_at: now });
  await put("metric_entries", { metric_id, time: "2026-11-28T10:00:00", value: 0.1 });
  for (const table of ["metric_hours", "metric_days"])
    await put(table, {
      ...{ metric_id, [table === "metric_hours" ? "hour" : "day"]: "2026-11-28T00:00:00" },
      ...{ count: 3, sum: 0.30000000000000004, min: 0.1, max: 1e-7, last: 12.5 },
    });
  await put("message_counts", { month: "2026-11-01", channel: "email", count: 5 });
  await put("sms_counts", { counted: "segments", period: "2026-11-01", count: 3 });
  await put("replaced_links", { token_hash: hash() });
  const piece = { subscription_import_id: import_id, place: 0, body: Buffer.from([0, 1, 255, 92]) };
  await put("subscription_import_pieces", piece);
  await put("subscription_services", { subscription_id, service_id: ids.service_id });
  await put("subscription_group_members", { subscription_id, subscription_group_id });
  const link = { subscription_id, purpose: "manage", token_hash: hash() };
  await put("subscription_links", { ...link, token_sealed: seal("token") });
  const columns = { type: "sms", country_dial_code: "49", phone_number: "15112345678" } as const;
  const earlier_secrets = JSON.stringify([
    { sealed: seal("before"), until: "2027-01-01T00:00:00" },
  ]);
  const key = { address_key: addressKey(columns), filter: "all" };
  await put("subscriptions", { ...sealAddress(columns), ...key, confirmed_at: now });
  const webhook_url = "https://hooks.example.com/1";
  const hook = { type: "webhook", webhook_url, filter: "all" } as const;
  await put("subscriptions", {
    ...{ ...sealAddress(hook), earlier_secrets, secret_sealed: seal("hook") },
    ...{ address_key: addressKey(hook), metadata: '{"b": 1, "a": [1.10]}' },
  });
  const params_sealed = seal(JSON.stringify({ incident_id: `${ids.incident_id}`, token: "x" }));
  const message = { message_id: `m${hashes}`, kind: "subscriber.confirm", params_sealed };
  const times = { next_attempt_at: later(now, 3_600), expires_at: later(now, 86_400) };
  await put("outbox", { ...message, subscription_id, ...times });
}

/** An organization with rows of every kind that are moved with it. */
export async function mintWholeOrganization(db: Db, minted: Minted): Promise<Ids> {
  const put: Put = async (table, row) => {
    const own = "user_id" in row || "organization_id" in row || "api_key_id" in row;
    const values = own ? row : { status_page_id: minted.page.id, ...row };
    const names = Object.keys(values).map((name) => sql.ref(name));
    const { rows } = await sql<{ id?: number }>`
      insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(Object.values(values))})
      returning *`.execute(db);
    return rows[0]?.id ?? 0;
  };
  const ids = await sampleIds(db, minted);
  const { rows } = await sql<{ id: number }>`
    select id from memberships where organization_id = ${minted.id} and user_id = ${minted.owner.id}
  `.execute(db);
  await mintKey(db, { user_id: minted.owner.id });
  const entry = { organization_id: minted.id, status_page_id: minted.page.id, actor_kind: "user" };
  const subject = { subject_type: "incident", subject_id: ids.incident_id, changes: "{}" };
  for (const actor_id of [minted.owner.id, 999_996])
    await put("audit_log", { ...entry, ...subject, actor_id, action: "incident.create" });
  await putPeople(put, minted, ids, rows[0]?.id ?? 0);
  await putMonitoring(db, put, ids, minted.owner.id);
  await putIncidents(put, ids);
  await putSubscribers(put, ids);
  return ids;
}
