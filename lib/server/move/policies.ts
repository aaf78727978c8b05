import type { DB } from "#db/types.ts";

export type Table = Exclude<keyof DB, `graphile_worker.${string}`>;

/** The owner of copied rows: a column, and the table whose ids it holds. */
export type Owner = readonly [column: string, of: Table];

/**
 * `ids`: kept where they are free; `ordered`: all kept or all new, as their order means something;
 * `new`: nobody outside knows them.
 */
export type Copied = {
  owners: readonly Owner[];
  /** Unique together, and in the order of an index; else the primary key. */
  key?: readonly string[];
  /** SQL: which rows; the others belong to the installation, or have ended. */
  where?: string;
  ids?: "ordered" | "new";
  /** Rows at a time, where they are large; `all`: they refer to each other. */
  batch?: number | "all";
};

type Policy = Copied | { left: string };

const PAGE: Owner = ["status_page_id", "status_pages"];
const ORGANIZATION: Owner = ["organization_id", "organizations"];
const USER: Owner = ["user_id", "users"];

const OF_PAGE: Copied = { owners: [PAGE] };
const OWN = { left: "is the installation's own" };
const SIGNED_IN = { left: "belongs to a sign-in at the other host name" };
const TRIGGERS = { left: "is counted by triggers" };

/** Parents stand before their children: rows are copied in this order. */
export const POLICIES: Record<Table, Policy> = {
  organizations: { owners: [["id", "organizations"]] },
  status_pages: { owners: [ORGANIZATION] },
  addresses: {
    owners: [PAGE],
    where: "(redirects_until is null or redirects_until > now() and name <> all($taken))",
    ids: "new",
  },
  // Only those without an account at the target.
  users: { owners: [["id", "users"]] },
  two_factors: { owners: [USER], key: ["user_id"] },
  recovery_codes: { owners: [USER] },
  passkeys: { left: "works at one host name only" },
  oidc_identities: { left: "is linked anew at the next sign-in" },
  sessions: SIGNED_IN,
  page_sessions: SIGNED_IN,
  page_handovers: SIGNED_IN,
  password_resets: SIGNED_IN,
  second_steps: SIGNED_IN,
  sign_in_codes: SIGNED_IN,
  memberships: { owners: [ORGANIZATION] },
  api_keys: {
    owners: [ORGANIZATION, USER],
    where: "(status_page_id is null or status_page_id = any($pages))",
  },
  idempotency_keys: { owners: [["api_key_id", "api_keys"]] },
  audit_log: { owners: [ORGANIZATION], key: ["inserted_at", "id"], ids: "ordered" },
  access_groups: OF_PAGE,
  access_group_memberships: OF_PAGE,
  feed_tokens: OF_PAGE,
  domains: { owners: [PAGE], where: "phase <> 'leaving'", ids: "new" },
  certificates: { owners: [PAGE], where: "rank = 1", ids: "new" },
  images: { owners: [PAGE], batch: 4 },
  join_links: OF_PAGE,
  join_requests: OF_PAGE,
  message_counts: OF_PAGE,
  // Those of recipients are named by a hash under the other APP_SECRET.
  sms_counts: { owners: [PAGE], where: "counted = 'segments'" },
  replaced_links: OF_PAGE,
  incident_types: OF_PAGE,
  integrations: OF_PAGE,
  services: { owners: [PAGE], batch: "all" },
  past_services: OF_PAGE,
  access_group_services: OF_PAGE,
  service_monitors: OF_PAGE,
  service_reports: { owners: [PAGE], ids: "ordered" },
  service_alerts: { owners: [PAGE], ids: "new" },
  service_days: OF_PAGE,
  day_corrections: OF_PAGE,
  certificate_notices: OF_PAGE,
  check_days: OF_PAGE,
  check_hours: OF_PAGE,
  check_results: { owners: [PAGE], key: ["service_id", "checked_at"] },
  incident_drafts: OF_PAGE,
  incident_templates: OF_PAGE,
  incident_template_services: OF_PAGE,
  incidents: OF_PAGE,
  incident_services: OF_PAGE,
  incident_impacts: OF_PAGE,
  past_incident_services: OF_PAGE,
  past_incident_impacts: OF_PAGE,
  incident_revisions: OF_PAGE,
  incident_timers: OF_PAGE,
  incident_updates: { owners: [PAGE], key: ["incident_id", "id"], ids: "ordered" },
  deleted_incidents: OF_PAGE,
  deleted_updates: OF_PAGE,
  outages: OF_PAGE,
  outage_services: OF_PAGE,
  calendar_imports: OF_PAGE,
  calendar_events: OF_PAGE,
  maintenance_series: OF_PAGE,
  maintenance_occurrences: OF_PAGE,
  info_notices: OF_PAGE,
  info_notice_services: OF_PAGE,
  info_notice_updates: { owners: [PAGE], key: ["info_notice_id", "id"], ids: "ordered" },
  metrics: OF_PAGE,
  metric_pulls: OF_PAGE,
  metric_days: OF_PAGE,
  metric_hours: OF_PAGE,
  metric_entries: OF_PAGE,
  subscription_groups: OF_PAGE,
  subscription_imports: OF_PAGE,
  subscription_import_pieces: { owners: [PAGE], batch: 4 },
  subscriptions: OF_PAGE,
  subscription_group_members: OF_PAGE,
  subscription_services: OF_PAGE,
  subscription_links: { owners: [PAGE], ids: "new" },
  webhooks: OF_PAGE,
  events: { owners: [PAGE], key: ["subject", "id"], ids: "ordered", batch: 100 },
  webhook_deliveries: { owners: [PAGE], ids: "ordered", batch: 100 },
  notifications: { owners: [PAGE], ids: "new" },
  outbox: { owners: [PAGE], ids: "new" },
  record_counts: TRIGGERS,
  acme_accounts: OWN,
  backups: OWN,
  beat_taking: OWN,
  certificate_challenges: OWN,
  certificate_orders: OWN,
  certificate_revocations: OWN,
  check_runners: OWN,
  edge_purges: OWN,
  edge_purging: OWN,
  host_certificate_notices: OWN,
  installation: OWN,
  monitor_notices: OWN,
  move_ids: OWN,
  move_tables: OWN,
  throttles: OWN,
};

/** Columns, and fields of JSON, whose values are ids. */
export const REFERENCES: Readonly<Record<string, Table>> = {
  access_group_id: "access_groups",
  access_group_ids: "access_groups",
  above: "services",
  address_twin: "subscriptions",
  after: "incident_updates",
  api_key_id: "api_keys",
  created_by: "users",
  draft_id: "incident_drafts",
  event_id: "events",
  except: "incident_updates",
  group_id: "services",
  incident_draft_id: "incident_drafts",
  incident_id: "incidents",
  incident_template_id: "incident_templates",
  info_notice_id: "info_notices",
  integration_id: "integrations",
  membership_id: "memberships",
  metric_id: "metrics",
  notification_recipients: "users",
  organization_id: "organizations",
  outage_id: "outages",
  parent_id: "services",
  posted_by: "users",
  report_id: "service_reports",
  requested_by: "users",
  series_id: "maintenance_series",
  service_id: "services",
  service_ids: "services",
  status_page_id: "status_pages",
  subscription_group_id: "subscription_groups",
  subscription_group_ids: "subscription_groups",
  subscription_id: "subscriptions",
  subscription_import_id: "subscription_imports",
  import_id: "subscription_imports",
  user_id: "users",
  webhook_id: "webhooks",
};

/** The target may have other rows by these ids, so references to rows not copied become null. */
export const ALWAYS_MAPPED: readonly Table[] = [
  "organizations",
  "status_pages",
  "users",
  "memberships",
  "api_keys",
];

/** JSON with ids in it. */
export const JSON_WITH_IDS = [
  ...["audit_log.before", "audit_log.changes", "calendar_events.written", "deleted_updates.kept"],
  ...["incident_drafts.fields", "incidents.declared", "integrations.fields"],
  ...["integrations.settings", "outages.drafted", "maintenance_series.fields"],
];

/**
 * Encrypted columns. `list`: JSON of `{sealed, until}`; `params`: JSON with ids inside; `address`:
 * alike for the same address, with a key of its own.
 */
export const SEALED: Readonly<Record<string, "text" | "list" | "params" | "address">> = {
  "certificates.private_key": "text",
  "idempotency_keys.body": "text",
  "integrations.key_sealed": "text",
  "integrations.password_sealed": "text",
  "join_links.token_sealed": "text",
  "outbox.params_sealed": "params",
  "status_pages.alert_token_sealed": "text",
  "subscription_links.token_sealed": "text",
  "subscriptions.earlier_secrets": "list",
  "subscriptions.phone_number": "address",
  "subscriptions.secret_sealed": "text",
  "subscriptions.webhook_url": "address",
  "two_factors.secret_sealed": "text",
  "webhooks.earlier_secrets": "list",
  "webhooks.secret_sealed": "text",
};

/** Claims and orders of running processes, and what the target decides by itself. */
export const CLEARED_COLUMNS = [
  ...["certificates.claimed_by", "certificates.claimed_until", "certificates.order_key"],
  ...["certificates.order_url", "domains.claimed_by", "domains.claimed_until"],
  ...["metric_pulls.claimed_until", "notifications.claimed_until"],
  ...["outbox.claimed_until", "webhook_deliveries.claimed_until"],
  ...["organizations.moving_at", "organizations.moved_to", "organizations.moved_id"],
];

/** Columns that the target fills by itself, and that no comparison looks at. */
export const DERIVED = ["bytes", "last_used_at", "current_sign_in_at", "last_sign_in_at"];
