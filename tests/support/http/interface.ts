/** An operation as the interface has it. */
type InterfaceOperation = {
  method: string;
  path: string;
  auth: boolean;
  status: string;
  /** The key of the record in the request. */
  body: string | null;
  /** The keys of the answer; none: the empty JSON string, or nothing at all with 204. */
  answer: string[];
  query: string[];
  errors: string[];
};

const P = "/status_pages/{subdomain}";
const O = "/orgs/{organizationId}";
const SUMMARY = "incidents maintenances upcoming_maintenances info_notices current_status_type";

// Method, path, "key" or "public", status, request, answer, query. "paged": before, after, limit,
// and links and meta in the answer.
const TABLE = `
GET    /hello                                        public 200 -                 message
GET    ${P}/status                                   public 200 -                 status_page
GET    ${P}/services/{serviceId}/status              public 200 -                 service
GET    ${P}/summary                                  public 200 -                 status_page services ${SUMMARY}
GET    ${P}/services/{serviceId}/summary             public 200 -                 service ${SUMMARY}
GET    ${O}/status_pages                             key    200 -                 status_pages           ?paged
POST   ${O}/status_pages                             key    201 status_page       status_page
GET    ${O}/status_pages/{subdomain}                 key    200 -                 status_page
PUT    ${O}/status_pages/{subdomain}                 key    200 status_page       status_page
DELETE ${O}/status_pages/{subdomain}                 key    200 -
GET    ${P}/incidents                                public 200 -                 incidents              ?paged ?type
POST   ${P}/incidents                                key    201 incident          incident
GET    ${P}/incidents/{incidentId}                   public 200 -                 incident
PUT    ${P}/incidents/{incidentId}                   key    200 incident          incident
DELETE ${P}/incidents/{incidentId}                   key    200 -
POST   ${P}/incidents/{incidentId}/updates           key    201 update            update
PUT    ${P}/incidents/{incidentId}/updates/{updateId} key   200 update            update
DELETE ${P}/incidents/{incidentId}/updates/{updateId} key   200 -
GET    ${P}/info_notices                             public 200 -                 info_notices           ?paged
POST   ${P}/info_notices                             key    200 info_notice       info_notice
GET    ${P}/info_notices/{infoNoticeId}              public 200 -                 info_notice
PUT    ${P}/info_notices/{infoNoticeId}              key    200 info_notice       info_notice
DELETE ${P}/info_notices/{infoNoticeId}              key    200 -
GET    ${P}/services                                 key    200 -                 services               ?paged ?parent_id
POST   ${P}/services                                 key    201 service           service
GET    ${P}/services/{serviceId}                     key    200 -                 service
PUT    ${P}/services/{serviceId}                     key    200 service           service
DELETE ${P}/services/{serviceId}                     key    200 -
GET    ${P}/incident_templates                       key    200 -                 incident_templates
POST   ${P}/incident_templates                       key    201 incident_template incident_template
GET    ${P}/incident_templates/{incidentTemplateId}  key    200 -                 incident_template
PUT    ${P}/incident_templates/{incidentTemplateId}  key    200 incident_template incident_template
DELETE ${P}/incident_templates/{incidentTemplateId}  key    200 -
GET    ${P}/metrics                                  key    200 -                 metrics                ?paged
POST   ${P}/metrics                                  key    201 metric            metric
GET    ${P}/metrics/{metricId}                       key    200 -                 metric
PUT    ${P}/metrics/{metricId}                       key    200 metric            metric
DELETE ${P}/metrics/{metricId}                       key    200 -
POST   ${P}/metrics/{metricId}/entries               key    200 entry             entry
GET    ${P}/subscriptions                            key    200 -                 subscriptions          ?paged ?query
POST   ${P}/subscriptions                            key    201 subscription      subscription
GET    ${P}/subscriptions/{subscriptionId}           key    200 -                 subscription
PUT    ${P}/subscriptions/{subscriptionId}           key    200 subscription      subscription
DELETE ${P}/subscriptions/{subscriptionId}           key    200 -
GET    ${P}/integrations                             key    200 -                 integrations
POST   ${P}/integrations                             key    201 integration       integration
GET    ${P}/integrations/{integrationId}             key    200 -                 integration
PUT    ${P}/integrations/{integrationId}             key    200 integration       integration
DELETE ${P}/integrations/{integrationId}             key    200 -
GET    ${P}/access_groups                            key    200 -                 access_groups
POST   ${P}/access_groups                            key    200 access_group      access_group
GET    ${P}/access_groups/{accessGroupId}            key    200 -                 access_group
PUT    ${P}/access_groups/{accessGroupId}            key    200 access_group      access_group
DELETE ${P}/access_groups/{accessGroupId}            key    204 -
GET    ${O}/members                                  key    200 -                 members                ?paged ?email
POST   ${O}/members                                  key    200 member            member
PUT    ${O}/members/{memberId}                       key    200 member            member
DELETE ${O}/members/{memberId}                       key    204 -
GET    ${P}/webhooks                                 key    200 -                 webhooks
POST   ${P}/webhooks                                 key    201 webhook           webhook
GET    ${P}/webhooks/{webhookId}                     key    200 -                 webhook
PUT    ${P}/webhooks/{webhookId}                     key    200 webhook           webhook
DELETE ${P}/webhooks/{webhookId}                     key    200 -
`;

function errorsOf(auth: boolean, path: string, body: string | null): string[] {
  const always = ["401", "429", "500", "503"];
  return [
    ...always,
    ...(auth || path.includes("{") ? ["403", "404"] : []),
    ...(body ? ["400", "413", "422"] : []),
  ];
}

function parse(line: string): InterfaceOperation {
  const [method = "", path = "", access, status = "", request = "", ...rest] = line.split(/\s+/);
  const paged = rest.includes("?paged");
  const queries = rest
    .filter((word) => word.startsWith("?") && word !== "?paged")
    .map((word) => word.slice(1));
  const [auth, body] = [access === "key", request === "-" ? null : request];
  return {
    ...{ method, path, auth, status, body },
    answer: [...rest.filter((word) => !word.startsWith("?")), ...(paged ? ["links", "meta"] : [])],
    query: [...(paged ? ["before", "after", "limit"] : []), ...queries],
    errors: errorsOf(auth, path, body),
  };
}

/** Every operation of the interface. */
export const OPERATIONS = TABLE.trim().split("\n").map(parse);

/**
 * A record: who answers it and who takes it, and its fields. The last word of its name is the key
 * it is wrapped in.
 */
type InterfaceRecord = {
  name: string;
  operation: [string, string];
  fields: string[];
  readOnly: string[];
  inputOnly: string[];
};

function record(
  name: string,
  path: string,
  { fields, readOnly = "", inputOnly = "" }: Record<string, string>,
  by = ["GET", "PUT"],
): InterfaceRecord {
  const words = (text = "") => text.split(/\s+/).filter(Boolean);
  return {
    name,
    operation: [`${by[0]} ${path}`, `${by[1]} ${path}`],
    fields: words(fields),
    readOnly: words(readOnly),
    inputOnly: words(inputOnly),
  };
}

const STAMPS = "inserted_at updated_at";
const UPDATE = {
  fields: "posted_at type description translations social_post",
  readOnly: `id ${STAMPS} description_html subscribers_notified_at`,
  inputOnly: "notify",
};

export const RECORDS: InterfaceRecord[] = [
  record("status_page", `${O}/status_pages/{subdomain}`, {
    fields: `name url time_zone subdomain support_email social_public_screen_name about display_about domain
      custom_domain_enabled domain_config restricted_ips
      member_restricted scheduled_maintenance_days custom_js head_code date_format time_format date_format_enforce_everywhere
      display_calendar hide_watermark minor_notification_hours major_notification_hours maintenance_notification_hours
      history_limit_days custom_incident_types_enabled info_notices_enabled locked_when_maintenance noindex enable_auto_translations
      captcha_enabled enable_embedding strict_csp translations header_logo_text public_company_name display_uptime_graph
      uptime_graph_days current_incidents_position theme_selected theme_configs link_color header_bg_color1 header_bg_color2
      header_fg_color incident_header_color status_ok_color status_minor_color status_major_color status_maintenance_color
      incident_link_color custom_css custom_header custom_footer notify_by_default social_post_by_default chat_a_subscriptions_enabled
      chat_b_notifications_enabled chat_c_notifications_enabled chat_d_notifications_enabled chat_e_notifications_enabled
      chat_f_notifications_enabled sms_notifications_enabled feed_enabled calendar_enabled external_calendar_enabled
      subscribers_enabled notification_email reply_to_email social_posting_enabled email_layout_template email_confirmation_template
      email_notification_template email_templates_enabled allowed_email_domains`,
    readOnly: `organization_id ${STAMPS} logo bg_image favicon`,
  }),
  record("incident", `${P}/incidents/{incidentId}`, {
    fields: `title starts_at ends_at type service_ids updates translations notify maintenance_notify maintenance_notify_settings
      affects_uptime`,
    readOnly: `id ${STAMPS} url`,
  }),
  record("incident update", `${P}/incidents/{incidentId}/updates`, UPDATE, ["POST", "POST"]),
  record("edited update", `${P}/incidents/{incidentId}/updates/{updateId}`, UPDATE, ["PUT", "PUT"]),
  record("info_notice", `${P}/info_notices/{infoNoticeId}`, {
    fields: "title featured_from featured_until service_ids updates translations",
    readOnly: `id ${STAMPS} url`,
  }),
  record("incident_template", `${P}/incident_templates/{incidentTemplateId}`, {
    fields: "name title description service_ids incident_types translations",
    readOnly: "id",
  }),
  record("service", `${P}/services/{serviceId}`, {
    fields: `name description private_description parent_id monitoring webhook_monitoring_service webhook_custom_jsonpath_settings
      ping_url incident_type parent_incident_type pause_monitoring_during_maintenances auto_incident auto_notify translations private
      display_uptime_graph display_response_time_chart order notification_recipients monitoring_options`,
    readOnly: `id ${STAMPS} children_ids current_incident_type inbound_email_address inbound_email_id
      incoming_webhook_url is_up`,
  }),
  record("metric", `${P}/metrics/{metricId}`, {
    fields:
      "title unit type enabled visible remote_id remote_name threshold featured_number integration_id",
    readOnly: "id status latest_entry_time order",
  }),
  record("metric entry", `${P}/metrics/{metricId}/entries`, { fields: "time value" }, [
    "POST",
    "POST",
  ]),
  record("subscription", `${P}/subscriptions/{subscriptionId}`, {
    fields: `type filter service_ids incident_types incident_id email confirm country_dial_code phone_number webhook_url locale
      metadata subscription_group_ids`,
    readOnly: `id ${STAMPS}`,
  }),
  record("integration", `${P}/integrations/{integrationId}`, {
    fields:
      "name user phone_number domain email_from_address key relay username port region settings",
    readOnly: "id",
    inputOnly: "password",
  }),
  record("access_group", `${P}/access_groups/{accessGroupId}`, {
    fields: "name service_ids users_status_pages",
    readOnly: "id",
  }),
  record("new member", `${O}/members`, { fields: "email role", readOnly: `id user ${STAMPS}` }, [
    "POST",
    "POST",
  ]),
  record("member", `${O}/members/{memberId}`, { fields: "role", readOnly: `id user ${STAMPS}` }, [
    "PUT",
    "PUT",
  ]),
  record("webhook", `${P}/webhooks/{webhookId}`, { fields: "url events enabled", readOnly: "id" }),
];
