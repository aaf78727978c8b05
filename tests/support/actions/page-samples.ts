import type { ActionName } from "#lib/api/action-list.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { deleteUpdate } from "#lib/incidents/change-update.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { PostUpdate } from "#lib/incidents/schema.ts";
import { sealSecrets } from "#lib/pages/integrations/secrets.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { correctDay } from "#lib/services/uptime-corrections/change.ts";
import { DOT } from "#tests/support/browser/pictures.ts";
import { mintIncident } from "#tests/support/data/incidents.ts";
import { sampleCertificate } from "#tests/support/data/sample-certificate.ts";
import { asks, confirming, form, type Sample, type Subject } from "./sample.ts";

const service = ({ ids }: Subject) => [String(ids.service_id)];
const empty = form({});

/** An update that nobody has heard of yet. */
async function held({ ctx, organization, ids }: Subject) {
  const target = { subdomain: organization.page.subdomain, incident_id: Number(ids.incident_id) };
  const input = parseInput(PostUpdate, { description: "Being looked at", hold_seconds: 20 });
  return { ...target, update_id: (await postUpdate(ctx, target, input)).id };
}

export const INCIDENTS = {
  createIncidentAction: form((subject) => ({
    ...{ title: "Down", type: "major", description: "Looking" },
    service_ids: service(subject),
  })),
  withdrawIncidentAction: empty,
  duplicateIncidentAction: empty,
  confirmIncidentAction: form(async ({ database, ids }) => {
    const row = database.updateTable("incidents").set({ automation: "detected" });
    await row.where("id", "=", Number(ids.incident_id)).execute();
    return {};
  }),
  publishOutageAction: empty,
  dismissOutageAction: empty,
  deleteDraftAction: empty,
  updateIncidentAction: form((subject) => ({ title: "Slow", service_ids: service(subject) })),
  publishPostmortemAction: form({ postmortem: "A cable" }),
  deleteIncidentAction: confirming("incidents", "title", "incident_id", "title"),
  postUpdateAction: form({ description: "Found" }),
  withdrawUpdateAction: form(async (subject) => ({
    update_id: String((await held(subject)).update_id),
  })),
  editUpdateAction: form({ description: "Corrected" }),
  deleteUpdateAction: empty,
  restoreUpdateAction: form(async (subject) => {
    const target = await held(subject);
    await deleteUpdate(subject.ctx, target);
    return { update_id: String(target.update_id) };
  }),
} satisfies Partial<Record<ActionName, Sample>>;

const times = { starts_at: "2035-05-01T10:00", ends_at: "2035-05-01T11:00", time_zone: "UTC" };

export const PLANNED = {
  createMaintenanceAction: form((subject) => ({
    ...{ ...times, title: "New disks", type: "scheduled" },
    service_ids: service(subject),
  })),
  updateMaintenanceAction: form((subject) => ({
    ...{ title: "New disks", starts_at: "2025-05-01T10:00", time_zone: "UTC" },
    service_ids: service(subject),
  })),
  advanceMaintenanceAction: form({ type: "resolved", description: "Done" }),
  postponeMaintenanceAction: form(async (subject) => {
    const { database, organization, ids } = subject;
    const made_at = later(wireNow(), -3_600);
    const incident_id = await mintIncident(database, organization.page.id, {
      ...{ severity: "scheduled", starts_at: later(wireNow(), 3_600) },
      ...{ inserted_at: made_at, updated_at: made_at },
      ...{ ends_at: later(wireNow(), 7_200), service_ids: [Number(ids.service_id)] },
    });
    return { ...times, incident_id: String(incident_id), description: "Later" };
  }),
  previewRecurrenceAction: asks({
    ...{ ...times, repeat: "daily", rule: "", ends: "never", until: "", count: "" },
  }),
  deleteMaintenanceAction: confirming("incidents", "title", "incident_id"),
  createNoticeAction: form({ title: "Holidays", description: "Nobody is in", time_zone: "UTC" }),
  updateNoticeAction: form({ title: "Holidays" }),
  writeNoticeUpdateAction: form({ description: "News" }),
  endNoticeAction: form({ featured_until: "2035-05-01T10:00:00" }),
  deleteNoticeAction: confirming("info_notices", "title", "info_notice_id"),
  createTemplateAction: form((subject) => ({
    ...{ name: "Outage", title: "Down", description: "" },
    service_ids: service(subject),
  })),
  updateTemplateAction: form((subject) => ({
    ...{ name: "Outage", title: "Gone", description: "" },
    service_ids: service(subject),
  })),
  deleteTemplateAction: confirming("incident_templates", "name", "incident_template_id"),
  createIncidentTypeAction: form({ key: "slow", name: "Slow", base_severity: "minor" }),
  updateIncidentTypeAction: form({ name: "Slow" }),
  deleteIncidentTypeAction: confirming("incident_types", "name", "incident_type_id"),
} satisfies Partial<Record<ActionName, Sample>>;

export const RECORDS = {
  createServiceAction: form({ name: "Search" }),
  pasteServicesAction: form({ list: "Search\nMail" }),
  withdrawServicesAction: form((subject) => ({ ids: String(subject.ids.service_id) })),
  watchServicesAction: form((subject) => ({
    [`address.${subject.ids.service_id}`]: "https://example.com",
  })),
  updateServiceAction: form({ name: "Search" }),
  checkServiceAction: asks({}),
  closeAlertAction: form({}),
  replaceAddressesAction: form({}),
  replaceAlertAddressAction: form({ tool: "grafana" }),
  moveServiceAction: form(async ({ database, ids, organization }) => {
    const values = { status_page_id: organization.page.id, name: "First", order: 0 };
    await database
      .insertInto("services")
      .values({ ...values, monitoring_options: "{}" })
      .execute();
    return { parent_id: "", position: ids.service_id ? "0" : "1" };
  }),
  changeServicesAction: form((subject) => ({ ids: service(subject), private: "true" })),
  moveServicesAction: form((subject) => ({ ids: service(subject), parent_id: "" })),
  moveServicesBackAction: form((subject) => ({
    places: `${service(subject)}::1`,
  })),
  deleteServiceAction: confirming("services", "name", "service_id"),
  deleteServicesAction: form((subject) => ({ ids: service(subject), confirm: "1" })),
  correctDayAction: form({ day: "2026-10-01", downtime_minutes: "20", reason: "Our network" }),
  undoCorrectionAction: form(async ({ ctx, organization, ids }) => {
    const day = "2026-10-02";
    const target = { ...organization.page, service_id: Number(ids.service_id), day };
    const said = { downtime_seconds: 60, ignore_checks: false, reason: "Wrong" };
    await correctDay(ctx, target, said);
    return { day };
  }),
  chooseSeriesAction: form({ remote_id: "9", remote_name: "Website" }),
  createMetricAction: form({ title: "Requests", unit: "1/s", type: "rt" }),
  updateMetricAction: form({ title: "Requests" }),
  moveMetricAction: form(async ({ database, organization }) => {
    const values = { status_page_id: organization.page.id, title: "Errors", unit: "1/s" };
    await database
      .insertInto("metrics")
      .values({ ...values, type: "rt", order: 2 })
      .execute();
    return { position: "1", from: "0" };
  }),
  deleteMetricAction: confirming("metrics", "title", "metric_id"),
  recordEntryAction: form({ value: "12.5" }),
  createAccessGroupAction: form((subject) => ({ name: "Press", service_ids: service(subject) })),
  updateAccessGroupAction: form({ name: "Press" }),
  deleteAccessGroupAction: confirming("access_groups", "name", "access_group_id"),
  createIntegrationAction: form({ name: "slack", key: "xoxb-1234567890-abcdef" }),
  updateIntegrationAction: form({ key: "xoxb-1234567890-fedcba" }),
  enableIntegrationAction: form({ "settings.enabled": "true" }),
  deleteIntegrationAction: form({ confirm: "Slack" }),
  recogniseIntegrationAction: {
    ...form({ pasted: "AC0123456789abcdef0123456789abcdef" }),
    writes: false,
  },
  // Nobody listens there: that is said, and noted.
  testIntegrationAction: form(async ({ database, ids }) => {
    await database
      .updateTable("integrations")
      .set({ name: "social", fields: JSON.stringify({ domain: "127.0.0.1:9" }) })
      .where("id", "=", Number(ids.integration_id))
      .execute();
    return {};
  }),
  checkDomainAction: form({}),
  putCertificateAction: form(({ organization }) => sampleCertificate(organization.page.subdomain)),
  removeCertificateAction: form({}),
  testMailAction: form({ kind: "notification", email_layout_template: "{{ content }}" }),
  importCalendarAction: form(async ({ database, ids, organization }) => {
    await database
      .updateTable("integrations")
      .set({ name: "calendar", ...sealSecrets({ key: "https://127.0.0.1:9/team.ics" }) })
      .where("id", "=", Number(ids.integration_id))
      .execute();
    await database
      .updateTable("status_pages")
      .set({ settings: JSON.stringify({ external_calendar_enabled: true }) })
      .where("id", "=", organization.page.id)
      .execute();
    return {};
  }),
  createSubscriptionAction: form({ type: "email", email: "reader@example.com" }),
  updateSubscriptionAction: form({ locale: "de" }),
  deleteSubscriptionAction: confirming("subscriptions", "email", "subscription_id"),
  rotateSubscriptionSecretAction: form(async ({ database, ids }) => {
    await database
      .updateTable("subscriptions")
      .set({ type: "webhook", webhook_url: "https://hooks.example.com/status" })
      .where("id", "=", Number(ids.subscription_id))
      .execute();
    return {};
  }),
  testSubscriptionAction: form(async ({ database, ids }) => {
    await database
      .updateTable("subscriptions")
      .set({ type: "slack", webhook_url: "http://127.0.0.1:9/services/T/B/X" })
      .where("id", "=", Number(ids.subscription_id))
      .execute();
    return {};
  }),
  createSubscriptionGroupAction: form({ name: "Press" }),
  updateSubscriptionGroupAction: form({ name: "Press" }),
  deleteSubscriptionGroupAction: confirming("subscription_groups", "name", "subscription_group_id"),
  uploadSubscribersAction: form({
    ...{ name: "list.csv", place: "0", is_last: "true" },
    piece: Buffer.from("email\nnew@example.com\n"),
  }),
  beginImportAction: empty,
  changeLayoutAction: form({ fields: ["email"] }),
  discardImportAction: empty,
  readPersonAction: asks({ address: "ada@example.com" }),
  erasePersonAction: form({ address: "ada@example.com", confirm: "ada@example.com" }),
  createWebhookAction: form({
    url: "https://hooks.example.com/new",
    events: ["incident.created"],
  }),
  updateWebhookAction: form({ url: "https://hooks.example.com/other" }),
  enableWebhookAction: form({ enabled: "true" }),
  deleteWebhookAction: form({ confirm: "hooks.example.com" }),
  rotateSecretAction: empty,
  sendTestAction: empty,
  redeliverAction: empty,
  resendNotificationAction: empty,
  releaseSubscriptionAction: empty,
  releaseCauseAction: form({ cause: "no such user" }),
  quarantineAgainAction: form({
    quarantined_at: "2026-01-01T10:00:00",
    quarantined_until: "2036-01-01T10:00:00",
    quarantine_reason: "550 no such user",
  }),
  updatePageAction: form({ name: "Renamed" }),
  publishPageAction: form({ draft: "true" }),
  deletePageAction: form(({ organization }) => ({ confirm: organization.page.name })),
  uploadImageAction: form({ file: DOT }),
  deleteImageAction: empty,
  lookAction: asks({ header_bg_color: "000000" }),
} satisfies Partial<Record<ActionName, Sample>>;

export const QUESTIONS = {
  readOpenIncidentsAction: asks({ also: null }),
  readComposerKitAction: asks({}),
  previewAudienceAction: asks({
    ...{ type: "major", title: "", description: "" },
    ...{ service_ids: [], subscription_group_ids: [] },
  }),
  readServicesAction: asks({}),
  findDeletionAction: asks({ ids: { incident_id: "1" } }),
  searchAction: asks("Service"),
} satisfies Partial<Record<ActionName, Sample>>;
