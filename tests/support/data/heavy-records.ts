import type { Ids } from "#tests/support/data/samples.ts";

const MAX_TEXT = 65_536;
const MAX_CODE = 262_144;
const LANGUAGES = 50;

/** Of what JSON and HTML make more of. */
const long = (length: number) => '"&'.repeat(length / 2 + 1).slice(0, length);

const codes = Array.from({ length: LANGUAGES }, (_, index) =>
  String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26)),
);

/** As many languages and texts as a record takes. */
function translations(...fields: string[]): object {
  const text = long(255);
  return Object.fromEntries(
    codes.map((code) => [code, Object.fromEntries(fields.map((field) => [field, text]))]),
  );
}

const name = () => long(255);
const updates = () => Array.from({ length: 5 }, () => ({ description: "&".repeat(MAX_TEXT) }));
const code = (...fields: string[]) =>
  Object.fromEntries(fields.map((field) => [field, "&".repeat(MAX_CODE)]));
const headers = Array.from({ length: 50 }, (_, index) => ({
  key: `X-${index}`,
  value: '"'.repeat(4_000),
}));

type Heavy = (ids: Ids, number: number) => object;

/** The heaviest record of each kind that one request can make, by the key that it is in. */
export const HEAVY_RECORDS: Record<string, Heavy> = {
  access_group: () => ({ name: name() }),
  api_key: () => ({ name: name() }),
  member: (_, number) => ({ email: `${"m".repeat(60)}-${number}@example.com`, role: "viewer" }),
  status_page: (_, number) => ({
    name: name(),
    url: `https://example.com/${"a".repeat(2_000)}`,
    time_zone: "Etc/UTC",
    subdomain: `heavy-${number}-${Date.now()}`,
    about: long(MAX_TEXT),
    translations: translations("public_company_name", "header_logo_text"),
    ...code("custom_js", "head_code", "custom_css"),
  }),
  service: () => ({
    name: name(),
    description: long(MAX_TEXT),
    private_description: long(MAX_TEXT),
    translations: translations("name", "description"),
    monitoring_options: { method: "GET", headers },
  }),
  incident: ({ service_id }) => ({
    title: name(),
    type: "major",
    service_ids: [service_id],
    translations: translations("title"),
    updates: updates(),
  }),
  incident_draft: () => ({
    title: name(),
    translations: translations("title"),
    updates: updates(),
  }),
  incident_template: ({ service_id }) => ({
    name: name(),
    title: name(),
    description: long(MAX_TEXT),
    service_ids: [service_id],
    translations: translations("title", "description"),
  }),
  incident_type: (_, number) => ({
    key: `type-${number}`,
    name: name(),
    base_severity: "minor",
    translations: translations("name"),
  }),
  info_notice: () => ({ title: name(), translations: translations("title"), updates: updates() }),
  integration: () => ({
    name: "twilio",
    user: name(),
    key: "k".repeat(16_384),
    phone_number: name(),
    username: name(),
    region: name(),
  }),
  metric: () => ({ title: name(), unit: name(), type: "rt", remote_id: name() }),
  subscription: ({ service_id }, number) => ({
    type: "webhook",
    webhook_url: `https://example.com/${number}/${"a".repeat(1_900)}`,
    filter: "services",
    service_ids: [service_id],
    metadata: { note: "m".repeat(16_000) },
  }),
  subscription_group: () => ({ name: name() }),
  webhook: (_, number) => ({
    url: `https://hooks.example.com/${number}/${"a".repeat(1_900)}`,
    events: ["incident.created", "incident.updated"],
  }),
};
