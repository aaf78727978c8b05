/** The contents that a column of a file may have. */
export const IMPORT_FIELDS = [
  ...(["type", "email", "country_dial_code", "phone_number", "webhook_url", "filter"] as const),
  ...(["services", "incident_types", "incident_id", "groups", "locale", "style"] as const),
  "format" as const,
  ...(["metadata", "consent_at", "consent_source", "confirmed_at", "status"] as const),
  "quarantined_at" as const,
];
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** A row by what its columns hold; cells beyond the columns go under "". */
export type Cells = Partial<Record<ImportField | "", string>>;

export const ADDRESS_FIELDS: readonly ImportField[] = ["email", "phone_number", "webhook_url"];

/** Several columns of these together are one list. */
export const LIST_FIELDS: readonly ImportField[] = ["services", "incident_types", "groups"];

// Words of other products: Statuspage, Better Stack, Instatus, Cachet, Mailchimp, Brevo, listmonk.
const ALIASES: Record<ImportField, string> = {
  type: "type mode channel subscriber_type subscription_type typ",
  email:
    "email e_mail mail email_address e_mail_address emailaddress subscriber_email contact_email user_email e_mail_adresse email_adresse mailadresse adresse_e_mail adresse_email correo correo_electronico",
  country_dial_code:
    "country_dial_code dial_code country_code phone_country calling_code landesvorwahl vorwahl",
  phone_number:
    "phone_number phone sms number mobile mobile_number mobile_phone telephone phone_no telefon telefonnummer handy handynummer",
  webhook_url: "webhook_url webhook endpoint url webhook_endpoint",
  filter: "filter all",
  services:
    "services service service_ids service_names components component component_ids component_names subscribed_components subscribed_services affected_components resources resource_ids status_page_resources status_page_resource_ids subscribed_resources monitors dienste dienst komponenten",
  incident_types: "incident_types incident_type",
  incident_id: "incident_id",
  groups: "groups group subscription_group_ids gruppen",
  locale: "locale language lang sprache",
  style: "style",
  format: "format",
  metadata: "metadata attributes",
  consent_at: "consent_at",
  consent_source: "consent_source",
  confirmed_at:
    "confirmed_at confirm_time confirmed_on confirmation_time verified_at double_opt_in_date opt_in_confirmed_at",
  status: "status subscription_status email_status confirmed subscribed",
  quarantined_at:
    "quarantined_at unsubscribed_at unsub_time clean_time unsubscribed unsub opted_out blocklisted blacklisted email_blocklisted email_blacklisted bounced bounce",
};

const BY_ALIAS = new Map(
  Object.entries(ALIASES).flatMap(([field, names]) =>
    names.split(" ").map((name) => [name, field as ImportField] as const),
  ),
);

export function headerName(header: string): string {
  return header
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "");
}

/** @returns null for a header that no product known here uses */
export function fieldOf(header: string): ImportField | null {
  return BY_ALIAS.get(headerName(header)) ?? null;
}
