import type { Json } from "#lib/api/openapi/inputs.ts";

type Call = {
  method: string;
  url: string;
  is_public: boolean;
  body: unknown;
  /** Media type of a file that replaces the JSON body. */
  file: string | null;
};

const SHORT = 60;

/** JSON with short lists of plain values on one line. */
export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/\[\n\s+([^[\]{}]*?)\n\s+\]/g, (list, inner) => {
    const line = String(inner).replace(/\s*\n\s*/g, " ");
    return line.length <= SHORT ? `[${line}]` : list;
  });
}

export function filledIn(path: string): string {
  return path.replace(/\{(\w+)\}/g, (whole, name: string) => IN_PATHS[name] ?? whole);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A command for a shell; `$KEY` is the reader's key. */
export function curlOf({ method, url, is_public, body, file }: Call): string {
  const isPlain = method === "GET" || (method === "POST" && body !== undefined);
  const parts = [
    `curl ${isPlain ? "" : `-X ${method} `}${url}`,
    ...(is_public ? [] : ['-H "Authorization: $KEY"']),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"']),
    ...(body === undefined ? [] : [`-d ${quoted(pretty(body))}`]),
    ...(file === null ? [] : [`-H "Content-Type: ${file}"`, "--data-binary @logo.png"]),
  ];
  return parts.join(" \\\n  ");
}

/** Examples of path parameters. */
const IN_PATHS: Record<string, string> = {
  subdomain: "acme",
  organizationId: "1",
  incidentId: "42",
  updateId: "108",
  serviceId: "7",
  incidentDraftId: "17",
  outageId: "29",
  incidentTemplateId: "3",
  incidentTypeId: "2",
  infoNoticeId: "12",
  metricId: "5",
  subscriptionId: "31",
  subscriptionGroupId: "4",
  webhookId: "6",
  deliveryId: "9001",
  integrationId: "8",
  accessGroupId: "2",
  memberId: "11",
  pageMemberId: "23",
  apiKeyId: "15",
  image: "logo",
  day: "2026-11-20",
  webhookMonitoringService: "uptime-robot",
};

const INCIDENT_UPDATE = {
  type: "identified",
  description: "A database index was missing. We are adding it.",
};

/** A sensible request body per record. */
export const BODIES: Record<string, Json> = {
  CreateIncident: {
    title: "Payments fail",
    type: "major",
    service_ids: [7],
    updates: [{ type: "investigating", description: "We are looking into it." }],
  },
  RenewApiKey: { expires_at: "2099-12-31T23:59:59" },
  UpdateIncident: { title: "Card payments fail", service_ids: [7, 9] },
  CreateIncidentUpdate: { ...INCIDENT_UPDATE, next_update_at: "2026-11-20T15:00:00" },
  UpdateIncidentUpdate: { description: "A database index was missing. It is back." },
  IncidentDraftFields: { title: "Payments fail", type: "major", service_ids: [7] },
  CreateIncidentTemplate: {
    name: "Payment provider down",
    title: "Card payments fail",
    description: "Our payment provider has an outage.",
    service_ids: [7],
  },
  UpdateIncidentTemplate: { title: "Card payments are slow" },
  CreateIncidentType: { key: "degraded", name: "Degraded", base_severity: "minor" },
  UpdateIncidentType: { name: "Slow" },
  CreateInfoNotice: {
    title: "New address for webhooks",
    updates: [{ description: "From 1 December, use hooks.example.com." }],
  },
  UpdateInfoNotice: { featured_until: "2026-12-31T23:00:00" },
  CreateService: { name: "Checkout", description: "Cards, invoices and refunds", parent_id: 3 },
  UpdateService: { description: "Cards and refunds" },
  PutCertificate: {
    chain: "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUBx…\n-----END CERTIFICATE-----\n",
    key: "-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49…\n-----END PRIVATE KEY-----\n",
  },
  ReleaseQuarantine: { cause: "user unknown" },
  CorrectDay: { downtime_seconds: 1200, reason: "Our own network was down, not the service." },
  CreateMetric: { title: "Response time", unit: "ms", type: "rt" },
  UpdateMetric: { title: "Median response time" },
  CreateMetricEntry: { time: 1795183320, value: 182.5 },
  CreateSubscription: { type: "email", email: "reader@example.com" },
  UpdateSubscription: { service_ids: [7] },
  CreateSubscriptionGroup: { name: "Partners" },
  UpdateSubscriptionGroup: { name: "Resellers" },
  UpdateSubscriptionImport: { state: "importing" },
  CreateWebhook: {
    url: "https://hooks.example.com/status",
    events: ["incident.created", "incident.updated"],
  },
  UpdateWebhook: { enabled: false },
  CreateIntegration: { name: "slack", key: "xoxb-1234567890-abcdef" },
  UpdateIntegration: { key: "xoxb-0987654321-fedcba" },
  CreateAccessGroup: { name: "Partners", service_ids: [7] },
  UpdateAccessGroup: { service_ids: [7, 9] },
  CreateStatusPage: {
    name: "Acme",
    url: "https://acme.example.com",
    time_zone: "Europe/Berlin",
    subdomain: "acme",
  },
  UpdateStatusPage: { name: "Acme Status", time_zone: "Europe/Paris" },
  CreateMember: { email: "ada@example.com", role: "editor" },
  UpdateMember: { role: "admin" },
  CreatePageMember: { email: "ada@example.com", role: "editor" },
  UpdatePageMember: { role: "viewer" },
  UpdateOrganization: { name: "Acme", strong_sign_in_required: true },
  CreateApiKey: { name: "Deployments", role: "editor" },
};

const TIMES = {
  inserted_at: "2026-11-20T14:02:00",
  updated_at: "2026-11-20T14:20:00",
  starts_at: "2026-11-20T14:02:00",
  posted_at: "2026-11-20T14:20:00",
  next_update_at: "2026-11-20T15:00:00",
};

/** Example values by field name. */
export const VALUES: Record<string, unknown> = {
  ...TIMES,
  detected: null,
  ...{ id: 42, service_id: 7, service_ids: [7], children_ids: [], parent_id: null, order: 1 },
  ...{ webhook_id: 6, total_count: 1, next: null, prev: null, organization_id: 1 },
  name: "Acme",
  title: "Payments fail",
  cause: "user unknown",
  example: "550 5.1.1 <…>: user unknown",
  subdomain: "acme",
  time_zone: "Europe/Berlin",
  time: 1795183320,
  value: 182.5,
  unit: "ms",
  base_severity: "minor",
  email: "ada@example.com",
  role: "editor",
  lang: "en",
  text: "Payments fail",
  description: INCIDENT_UPDATE.description,
  description_html: `<p>${INCIDENT_UPDATE.description}</p>`,
  ends_at: null,
  subscribers_notified_at: null,
  current_incident_type: "major",
  current_status_type: "major",
  incident_type: "major",
  private_description: null,
  private: false,
  enabled: true,
  affects_uptime: true,
  request_id: "5f2d0c6a-1f0e-4a3b-9a51-0b7f8a6f2d10",
  address: "192.0.2.10",
  message_id: "msg_2lQn9XvX0u3jBq5m",
};

/** Example values by record and field. */
export const OF_RECORDS: Record<string, Record<string, unknown>> = {
  Incident: { type: "major" },
  IncidentUpdate: { id: 108, type: "identified" },
  IncidentType: { id: 2, key: "degraded", name: "Degraded" },
  Outage: { id: 29, title: "Checkout is down", incident_draft_id: 17 },
  OutageDownItem: { service_id: 7, name: "Checkout", reason: "timeout", detail: null },
  IncidentTemplate: {
    id: 3,
    name: "Payment provider down",
    title: "Card payments fail",
    description: "Our payment provider has an outage.",
    incident_types: ["major"],
  },
  InfoNotice: { id: 12, title: "New address for webhooks" },
  Service: { id: 7, name: "Checkout", description: "Cards, invoices and refunds", is_up: null },
  ServiceStatus: { id: 7, name: "Checkout" },
  ServiceUptime: { id: 7 },
  DayCorrection: {
    ...{ day: "2026-11-20", downtime_seconds: 1200, ignore_checks: false },
    reason: "Our own network was down, not the service.",
  },
  Metric: { id: 5, title: "Response time", type: "rt" },
  Subscription: { id: 31, email: "reader@example.com" },
  CreatedSubscription: { id: 31, email: "reader@example.com" },
  SubscriptionGroup: { id: 4, name: "Partners" },
  Webhook: { id: 6, url: "https://hooks.example.com/status" },
  CreatedWebhook: { id: 6, url: "https://hooks.example.com/status" },
  WebhookDeliveryDelivery: { id: 9001, event: "incident.created" },
  Integration: { id: 8, name: "slack", key: "…cdef" },
  AccessGroup: { id: 2, name: "Partners" },
  Member: { id: 11 },
  CreatedMember: { id: 11 },
  ApiKey: { id: 15, name: "Deployments" },
};
