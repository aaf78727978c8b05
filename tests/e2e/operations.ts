import type { operations } from "../client/api.d.ts";

/** Where the application does in the browser what an operation of the API does. */
export type Done = {
  /** The folder of the screen below `app`. */
  screen: string;
  /** The file below `tests/e2e`, without its folder and ending. */
  spec: string;
  /** How the title of the test in it begins. */
  test: string;
};

const PAGE = "(admin)/pages/[subdomain]";
const ORGANIZATION = "(admin)/organizations/[organization_id]";
const SITE = "(public)/s/[host]";

const done = (screen: string, spec: string, test: string): Done => ({ screen, spec, test });
const onPage = (path: string, spec: string, test: string) => done(`${PAGE}/${path}`, spec, test);
const onSite = (path: string, spec: string, test: string) =>
  done([SITE, path].filter(Boolean).join("/"), spec, test);

const reference = done("(docs)/docs/api/[part]", "api-reference", "what is copied is the command");
const visited = onSite("", "public-page", "without JavaScript the page is complete");
const seenService = onSite("services/[id]", "history", "at 320 pixels nothing of the past");

const renamed = done(ORGANIZATION, "admin-organization", "an owner renames the organization");
const added = done(`${ORGANIZATION}/new`, "admin-organization", "an owner renames");
const key = done(`${ORGANIZATION}/api-keys`, "admin-organization", "a key is shown once");
const audited = done(`${ORGANIZATION}/audit`, "admin-organization", "a key is shown once");
const member = done(`${ORGANIZATION}/members`, "admin-organization", "an owner invites");
const pageMember = done(`${ORGANIZATION}/members`, "admin-organization", "a single page has");

const settings = onPage("settings", "admin-settings", "an owner finds a setting");
const image = onPage("appearance", "admin-settings", "pictures are uploaded");

const domain = onPage("access", "admin-domain", "a domain of one's own is asked for");

const incident = "incidents/[incident_id]";
const posted = onPage("incidents/new", "admin-incidents", "an incident posted");
const detected = onPage("now", "admin-automation", "what monitoring finds waits on Now");
const withdrawn = onPage("incidents/new", "admin-composer", "a new incident takes c");
const explained = onPage(`${incident}/edit`, "admin-now", "an incident is edited");
const copied = onPage(incident, "admin-now", "an incident is edited");
const drafted = onPage("incidents/new", "admin-now", "an incident is edited");
const drafts = onPage("incidents", "admin-now", "an incident is edited");
const updated = onPage(incident, "admin-incidents", "an update is posted");
const corrected = onPage(incident, "admin-incidents", "an update is edited");
const composed = onPage("services", "admin-composer", "an update carries its type");

const notice = "notices/[info_notice_id]";
const noticed = "a notice is published";
const template = "a template is made";
const ownType = "a type of one's own";

const integration = "an integration is added";
const group = "a group shows its viewers";
const metric = "a metric is made";
const service = "services/[service_id]";
const subscriber = "somebody is added";
const subscribers = "groups are created";
const imported = "a file of subscribers is checked";
const webhook = "a webhook shows its secret once";
const log = "the log is narrowed";
const released = onPage("subscribers/quarantine", "admin-quarantine", "all that one cause");

/** What tools call, not people. */
type Called = `${"reportService" | "beatService" | "takeInbound"}${string}`;

/**
 * Every operation of the API, with the test that does the same in the browser. What programs alone
 * ask for stands where people read it.
 */
export const OPERATIONS: Record<Exclude<keyof operations, Called>, Done> = {
  getHello: reference,

  getOrganization: renamed,
  updateOrganization: renamed,
  getUsage: renamed,
  listStatusPages: renamed,
  createStatusPage: added,
  listApiKeys: key,
  createApiKey: key,
  renewApiKey: key,
  deleteApiKey: key,
  listAuditLog: audited,
  listMembers: member,
  createMember: member,
  updateMember: member,
  deleteMember: member,
  listPageMembers: pageMember,
  createPageMember: pageMember,
  updatePageMember: pageMember,
  deletePageMember: pageMember,
  getJoinLink: pageMember,
  createJoinLink: pageMember,
  deleteJoinLink: pageMember,

  getStatusPage: settings,
  updateStatusPage: settings,
  getDomainReport: domain,
  checkDomain: domain,
  uploadDomainCertificate: domain,
  deleteDomainCertificate: domain,
  deleteStatusPage: onPage("settings", "admin-settings", "a page is taken back"),
  uploadStatusPageImage: image,
  deleteStatusPageImage: image,

  listFindings: onPage("now", "admin-now", "Now says what visitors read"),
  listIncidents: onPage("incidents", "admin-incidents", "lists are filtered"),
  createIncident: posted,
  getIncident: updated,
  updateIncident: explained,
  deleteIncident: onPage(`${incident}/edit`, "admin-incidents", "an incident is deleted only"),
  withdrawIncident: withdrawn,
  duplicateIncident: copied,
  confirmIncident: detected,
  listOutages: detected,
  publishOutage: detected,
  dismissOutage: detected,
  exportIncidents: onPage("incidents/export", "admin-now", "an incident is edited"),
  getIncidentAudience: composed,
  createIncidentUpdate: updated,
  updateIncidentUpdate: corrected,
  deleteIncidentUpdate: corrected,
  restoreIncidentUpdate: corrected,
  withdrawIncidentUpdate: composed,
  uploadPicture: done(`${PAGE}/pictures`, "update-pictures", "a picture is pasted"),
  deletePicture: done(`${PAGE}/pictures`, "update-pictures", "a picture is deleted"),
  listIncidentDrafts: drafts,
  getIncidentDraft: drafted,
  createIncidentDraft: drafted,
  updateIncidentDraft: drafted,
  publishIncidentDraft: drafted,
  deleteIncidentDraft: drafts,

  listIncidentTemplates: onPage("templates", "admin-notices", template),
  createIncidentTemplate: onPage("templates/new", "admin-notices", template),
  getIncidentTemplate: onPage("templates/[incident_template_id]", "admin-notices", template),
  updateIncidentTemplate: onPage("templates/[incident_template_id]", "admin-notices", template),
  deleteIncidentTemplate: onPage("templates/[incident_template_id]", "admin-notices", template),
  listIncidentTypes: onPage("incident-types", "admin-notices", ownType),
  createIncidentType: onPage("incident-types/new", "admin-notices", ownType),
  getIncidentType: onPage("incident-types/[incident_type_id]", "admin-notices", ownType),
  updateIncidentType: onPage("incident-types/[incident_type_id]", "admin-notices", ownType),
  deleteIncidentType: onPage("incident-types/[incident_type_id]", "admin-notices", ownType),
  listInfoNotices: onPage("notices", "admin-notices", noticed),
  createInfoNotice: onPage("notices/new", "admin-notices", noticed),
  getInfoNotice: onPage(notice, "admin-notices", noticed),
  updateInfoNotice: onPage(notice, "admin-notices", noticed),
  deleteInfoNotice: onPage(notice, "admin-notices", noticed),

  listServices: onPage("services", "admin-services", "a service is dragged"),
  createService: onPage("services/new", "admin-services", "every field of a service"),
  getService: onPage(service, "admin-services", "of many services"),
  checkService: onPage("services/[service_id]/monitoring", "admin-checks", "a service is checked"),
  updateService: onPage(service, "admin-services", "of many services"),
  deleteService: onPage(service, "admin-services", "of many services"),
  getServiceStatus: seenService,
  getServiceSummary: seenService,
  correctDay: onPage(
    "services/[service_id]/monitoring",
    "admin-history",
    "an operator corrects a past day",
  ),
  undoDayCorrection: onPage(
    "services/[service_id]/monitoring",
    "admin-history",
    "an operator corrects a past day",
  ),
  getServiceUptime: onSite("services/[id]/uptime", "history", "at 320 pixels nothing of the past"),
  getAlertAddress: onPage(`${service}/monitoring`, "admin-reports", "one address takes"),
  replaceAlertAddress: onPage(`${service}/monitoring`, "admin-reports", "addresses that leaked"),
  replaceServiceAddresses: onPage(
    `${service}/monitoring`,
    "admin-reports",
    "addresses that leaked",
  ),
  listOpenAlerts: onPage(`${service}/monitoring`, "admin-reports", "what keeps a service down"),
  closeOpenAlert: onPage(`${service}/monitoring`, "admin-reports", "what keeps a service down"),
  listServiceReports: onPage(`${service}/monitoring`, "admin-reports", "what a tool said"),
  getStatus: visited,
  getSummary: visited,

  listMetrics: onPage("metrics", "admin-metrics", "metrics are ordered"),
  createMetric: onPage("metrics/new", "admin-metrics", metric),
  getMetric: onPage("metrics/[metric_id]", "admin-metrics", metric),
  updateMetric: onPage("metrics/[metric_id]", "admin-metrics", metric),
  deleteMetric: onPage("metrics/[metric_id]", "admin-metrics", metric),
  listMetricEntries: onPage("metrics/[metric_id]", "admin-metrics", metric),
  createMetricEntry: onPage("metrics/[metric_id]", "admin-metrics", metric),

  listSubscriptions: onPage("subscribers", "admin-subscribers", "the list is searched"),
  createSubscription: onPage("subscribers/new", "admin-subscribers", subscriber),
  getSubscription: onPage("subscribers/[subscription_id]", "admin-subscribers", subscriber),
  updateSubscription: onPage("subscribers/[subscription_id]", "admin-subscribers", subscriber),
  deleteSubscription: onPage("subscribers/[subscription_id]", "admin-subscribers", subscriber),
  rotateSubscriptionSecret: onPage(
    "subscribers/[subscription_id]",
    "admin-subscribers",
    "a subscribed webhook gets a new secret",
  ),
  listQuarantineCauses: released,
  releaseQuarantine: released,
  listSubscriptionImports: onPage("subscribers/import", "admin-import", imported),
  createSubscriptionImport: onPage("subscribers/import", "admin-import", imported),
  getSubscriptionImport: onPage("subscribers/import/[import_id]", "admin-import", imported),
  updateSubscriptionImport: onPage("subscribers/import/[import_id]", "admin-import", imported),
  deleteSubscriptionImport: onPage("subscribers/import/[import_id]", "admin-import", imported),
  listSubscriptionGroups: onPage("subscribers/groups", "admin-subscribers", subscribers),
  createSubscriptionGroup: onPage("subscribers/groups", "admin-subscribers", subscribers),
  getSubscriptionGroup: onPage("subscribers/groups", "admin-subscribers", subscribers),
  updateSubscriptionGroup: onPage("subscribers/groups", "admin-subscribers", subscribers),
  deleteSubscriptionGroup: onPage("subscribers/groups", "admin-subscribers", subscribers),

  listIntegrations: onPage("integrations", "admin-integrations", integration),
  createIntegration: onPage("integrations/new", "admin-integrations", integration),
  getCalendarImport: onPage(
    "integrations/[integration_id]",
    "admin-calendar",
    "a calendar is added",
  ),
  getIntegration: onPage("integrations/[integration_id]", "admin-integrations", integration),
  updateIntegration: onPage("integrations/[integration_id]", "admin-integrations", integration),
  deleteIntegration: onPage("integrations/[integration_id]", "admin-integrations", integration),
  listAccessGroups: onPage("access-groups", "admin-access-groups", group),
  createAccessGroup: onPage("access-groups/new", "admin-access-groups", group),
  getAccessGroup: onPage("access-groups/[access_group_id]", "admin-access-groups", group),
  updateAccessGroup: onPage("access-groups/[access_group_id]", "admin-access-groups", group),
  deleteAccessGroup: onPage("access-groups/[access_group_id]", "admin-access-groups", group),

  listWebhooks: onPage("integrations/webhooks", "admin-webhooks", webhook),
  createWebhook: onPage("integrations/webhooks", "admin-webhooks", webhook),
  getWebhook: onPage("integrations/webhooks/[webhook_id]", "admin-webhooks", webhook),
  updateWebhook: onPage("integrations/webhooks/[webhook_id]", "admin-webhooks", webhook),
  deleteWebhook: onPage("integrations/webhooks/[webhook_id]", "admin-webhooks", webhook),
  rotateWebhookSecret: onPage("integrations/webhooks/[webhook_id]", "admin-webhooks", webhook),
  testWebhook: onPage("integrations/webhooks/[webhook_id]", "admin-webhooks", webhook),
  listDeliveries: onPage("deliveries", "admin-webhooks", log),
  listWebhookDeliveries: onPage("deliveries", "admin-webhooks", log),
  getDelivery: onPage("deliveries/[delivery_id]", "admin-webhooks", log),
  redeliverWebhookDelivery: onPage("deliveries/[delivery_id]", "admin-webhooks", log),
};
