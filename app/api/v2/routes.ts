import type { Endpoints } from "#lib/api/route.ts";
import * as hello from "./hello/route.ts";
import * as inboundEmails from "./inbound_emails/route.ts";
import * as renewedKey from "./orgs/[organization_id]/api_keys/[api_key_id]/renew/route.ts";
import * as apiKey from "./orgs/[organization_id]/api_keys/[api_key_id]/route.ts";
import * as apiKeys from "./orgs/[organization_id]/api_keys/route.ts";
import * as auditLog from "./orgs/[organization_id]/audit_log/route.ts";
import * as member from "./orgs/[organization_id]/members/[member_id]/route.ts";
import * as members from "./orgs/[organization_id]/members/route.ts";
import * as organization from "./orgs/[organization_id]/route.ts";
import * as statusPageCertificate from "./orgs/[organization_id]/status_pages/[subdomain]/domain/certificate/route.ts";
import * as statusPageDomainCheck from "./orgs/[organization_id]/status_pages/[subdomain]/domain/check/route.ts";
import * as statusPageDomain from "./orgs/[organization_id]/status_pages/[subdomain]/domain/route.ts";
import * as statusPageImage from "./orgs/[organization_id]/status_pages/[subdomain]/images/[image]/route.ts";
import * as statusPage from "./orgs/[organization_id]/status_pages/[subdomain]/route.ts";
import * as statusPages from "./orgs/[organization_id]/status_pages/route.ts";
import * as usage from "./orgs/[organization_id]/usage/route.ts";
import * as accessGroup from "./status_pages/[subdomain]/access_groups/[access_group_id]/route.ts";
import * as accessGroups from "./status_pages/[subdomain]/access_groups/route.ts";
import * as alertAddress from "./status_pages/[subdomain]/alert_address/route.ts";
import * as serviceAlerts from "./status_pages/[subdomain]/alerts/[token]/[webhook_monitoring_service]/route.ts";
import * as attention from "./status_pages/[subdomain]/attention/route.ts";
import * as incidentDraftPublishing from "./status_pages/[subdomain]/incident_drafts/[incident_draft_id]/publish/route.ts";
import * as incidentDraft from "./status_pages/[subdomain]/incident_drafts/[incident_draft_id]/route.ts";
import * as incidentDrafts from "./status_pages/[subdomain]/incident_drafts/route.ts";
import * as incidentExport from "./status_pages/[subdomain]/incident_export/route.ts";
import * as incidentTemplate from "./status_pages/[subdomain]/incident_templates/[incident_template_id]/route.ts";
import * as incidentTemplates from "./status_pages/[subdomain]/incident_templates/route.ts";
import * as incidentType from "./status_pages/[subdomain]/incident_types/[incident_type_id]/route.ts";
import * as incidentTypes from "./status_pages/[subdomain]/incident_types/route.ts";
import * as incidentAudience from "./status_pages/[subdomain]/incidents/[incident_id]/audience/route.ts";
import * as incidentConfirmation from "./status_pages/[subdomain]/incidents/[incident_id]/confirm/route.ts";
import * as incidentDuplicate from "./status_pages/[subdomain]/incidents/[incident_id]/duplicate/route.ts";
import * as incident from "./status_pages/[subdomain]/incidents/[incident_id]/route.ts";
import * as incidentUpdateRestore from "./status_pages/[subdomain]/incidents/[incident_id]/updates/[update_id]/restore/route.ts";
import * as incidentUpdate from "./status_pages/[subdomain]/incidents/[incident_id]/updates/[update_id]/route.ts";
import * as incidentUpdateWithdrawal from "./status_pages/[subdomain]/incidents/[incident_id]/updates/[update_id]/withdraw/route.ts";
import * as incidentUpdates from "./status_pages/[subdomain]/incidents/[incident_id]/updates/route.ts";
import * as incidentWithdrawal from "./status_pages/[subdomain]/incidents/[incident_id]/withdraw/route.ts";
import * as incidents from "./status_pages/[subdomain]/incidents/route.ts";
import * as infoNotice from "./status_pages/[subdomain]/info_notices/[info_notice_id]/route.ts";
import * as infoNotices from "./status_pages/[subdomain]/info_notices/route.ts";
import * as calendarImport from "./status_pages/[subdomain]/integrations/[integration_id]/calendar_import/route.ts";
import * as integration from "./status_pages/[subdomain]/integrations/[integration_id]/route.ts";
import * as integrations from "./status_pages/[subdomain]/integrations/route.ts";
import * as joinLink from "./status_pages/[subdomain]/join_link/route.ts";
import * as pageMember from "./status_pages/[subdomain]/members/[page_member_id]/route.ts";
import * as pageMembers from "./status_pages/[subdomain]/members/route.ts";
import * as metricEntries from "./status_pages/[subdomain]/metrics/[metric_id]/entries/route.ts";
import * as metric from "./status_pages/[subdomain]/metrics/[metric_id]/route.ts";
import * as metrics from "./status_pages/[subdomain]/metrics/route.ts";
import * as outageDismissal from "./status_pages/[subdomain]/outages/[outage_id]/dismiss/route.ts";
import * as outagePublishing from "./status_pages/[subdomain]/outages/[outage_id]/publish/route.ts";
import * as outages from "./status_pages/[subdomain]/outages/route.ts";
import * as picture from "./status_pages/[subdomain]/pictures/[file]/route.ts";
import * as pictures from "./status_pages/[subdomain]/pictures/route.ts";
import * as quarantineRelease from "./status_pages/[subdomain]/quarantine/release/route.ts";
import * as quarantine from "./status_pages/[subdomain]/quarantine/route.ts";
import * as serviceAddresses from "./status_pages/[subdomain]/services/[service_id]/addresses/route.ts";
import * as openAlert from "./status_pages/[subdomain]/services/[service_id]/alerts/[alert_id]/route.ts";
import * as openAlerts from "./status_pages/[subdomain]/services/[service_id]/alerts/route.ts";
import * as serviceCalls from "./status_pages/[subdomain]/services/[service_id]/automate/[webhook_monitoring_service]/route.ts";
import * as serviceCheck from "./status_pages/[subdomain]/services/[service_id]/check/route.ts";
import * as serviceSignals from "./status_pages/[subdomain]/services/[service_id]/heartbeat/[signal]/route.ts";
import * as serviceBeats from "./status_pages/[subdomain]/services/[service_id]/heartbeat/route.ts";
import * as serviceReports from "./status_pages/[subdomain]/services/[service_id]/reports/route.ts";
import * as service from "./status_pages/[subdomain]/services/[service_id]/route.ts";
import * as serviceStatus from "./status_pages/[subdomain]/services/[service_id]/status/route.ts";
import * as serviceSummary from "./status_pages/[subdomain]/services/[service_id]/summary/route.ts";
import * as dayCorrection from "./status_pages/[subdomain]/services/[service_id]/uptime/corrections/[day]/route.ts";
import * as serviceUptime from "./status_pages/[subdomain]/services/[service_id]/uptime/route.ts";
import * as services from "./status_pages/[subdomain]/services/route.ts";
import * as status from "./status_pages/[subdomain]/status/route.ts";
import * as subscriptionGroup from "./status_pages/[subdomain]/subscription_groups/[subscription_group_id]/route.ts";
import * as subscriptionGroups from "./status_pages/[subdomain]/subscription_groups/route.ts";
import * as subscriptionSecret from "./status_pages/[subdomain]/subscriptions/[subscription_id]/rotate_secret/route.ts";
import * as subscription from "./status_pages/[subdomain]/subscriptions/[subscription_id]/route.ts";
import * as subscriptionImport from "./status_pages/[subdomain]/subscriptions/imports/[import_id]/route.ts";
import * as subscriptionImports from "./status_pages/[subdomain]/subscriptions/imports/route.ts";
import * as subscriptions from "./status_pages/[subdomain]/subscriptions/route.ts";
import * as summary from "./status_pages/[subdomain]/summary/route.ts";
import * as delivery from "./status_pages/[subdomain]/webhook_deliveries/[delivery_id]/route.ts";
import * as deliveries from "./status_pages/[subdomain]/webhook_deliveries/route.ts";
import * as webhookRedelivery from "./status_pages/[subdomain]/webhooks/[webhook_id]/deliveries/[delivery_id]/redeliver/route.ts";
import * as webhookDeliveries from "./status_pages/[subdomain]/webhooks/[webhook_id]/deliveries/route.ts";
import * as webhookSecret from "./status_pages/[subdomain]/webhooks/[webhook_id]/rotate_secret/route.ts";
import * as webhook from "./status_pages/[subdomain]/webhooks/[webhook_id]/route.ts";
import * as webhookTest from "./status_pages/[subdomain]/webhooks/[webhook_id]/test/route.ts";
import * as webhooks from "./status_pages/[subdomain]/webhooks/route.ts";

/**
 * Every path of the API and its operations: the OpenAPI document and the access tests are made from
 * it.
 */
export const routes: Record<string, Endpoints> = {
  "/hello": hello.endpoints,
  "/inbound_emails": inboundEmails.endpoints,
  "/orgs/{organization_id}": organization.endpoints,
  "/orgs/{organization_id}/api_keys": apiKeys.endpoints,
  "/orgs/{organization_id}/api_keys/{api_key_id}": apiKey.endpoints,
  "/orgs/{organization_id}/api_keys/{api_key_id}/renew": renewedKey.endpoints,
  "/orgs/{organization_id}/audit_log": auditLog.endpoints,
  "/orgs/{organization_id}/members": members.endpoints,
  "/orgs/{organization_id}/members/{member_id}": member.endpoints,
  "/orgs/{organization_id}/status_pages": statusPages.endpoints,
  "/orgs/{organization_id}/status_pages/{subdomain}": statusPage.endpoints,
  "/orgs/{organization_id}/status_pages/{subdomain}/domain": statusPageDomain.endpoints,
  "/orgs/{organization_id}/status_pages/{subdomain}/domain/certificate":
    statusPageCertificate.endpoints,
  "/orgs/{organization_id}/status_pages/{subdomain}/domain/check": statusPageDomainCheck.endpoints,
  "/orgs/{organization_id}/status_pages/{subdomain}/images/{image}": statusPageImage.endpoints,
  "/status_pages/{subdomain}/alert_address": alertAddress.endpoints,
  "/status_pages/{subdomain}/alerts/{token}/{webhook_monitoring_service}": serviceAlerts.endpoints,
  "/status_pages/{subdomain}/status": status.endpoints,
  "/status_pages/{subdomain}/summary": summary.endpoints,
  "/status_pages/{subdomain}/quarantine": quarantine.endpoints,
  "/status_pages/{subdomain}/quarantine/release": quarantineRelease.endpoints,
  "/status_pages/{subdomain}/services": services.endpoints,
  "/status_pages/{subdomain}/services/{service_id}": service.endpoints,
  "/status_pages/{subdomain}/services/{service_id}/check": serviceCheck.endpoints,
  "/status_pages/{subdomain}/services/{service_id}/status": serviceStatus.endpoints,
  "/status_pages/{subdomain}/services/{service_id}/summary": serviceSummary.endpoints,
  "/status_pages/{subdomain}/services/{service_id}/uptime": serviceUptime.endpoints,
  "/status_pages/{subdomain}/services/{service_id}/uptime/corrections/{day}":
    dayCorrection.endpoints,
  "/status_pages/{subdomain}/services/{service_id}/automate/{webhook_monitoring_service}":
    serviceCalls.endpoints,
  "/status_pages/{subdomain}/services/{service_id}/addresses": serviceAddresses.endpoints,
  "/status_pages/{subdomain}/services/{service_id}/alerts": openAlerts.endpoints,
  "/status_pages/{subdomain}/services/{service_id}/alerts/{alert_id}": openAlert.endpoints,
  "/status_pages/{subdomain}/services/{service_id}/heartbeat": serviceBeats.endpoints,
  "/status_pages/{subdomain}/services/{service_id}/heartbeat/{signal}": serviceSignals.endpoints,
  "/status_pages/{subdomain}/services/{service_id}/reports": serviceReports.endpoints,
  "/orgs/{organization_id}/usage": usage.endpoints,
  "/status_pages/{subdomain}/access_groups": accessGroups.endpoints,
  "/status_pages/{subdomain}/access_groups/{access_group_id}": accessGroup.endpoints,
  "/status_pages/{subdomain}/attention": attention.endpoints,
  "/status_pages/{subdomain}/incidents": incidents.endpoints,
  "/status_pages/{subdomain}/incidents/{incident_id}": incident.endpoints,
  "/status_pages/{subdomain}/incidents/{incident_id}/audience": incidentAudience.endpoints,
  "/status_pages/{subdomain}/incidents/{incident_id}/updates": incidentUpdates.endpoints,
  "/status_pages/{subdomain}/incidents/{incident_id}/updates/{update_id}": incidentUpdate.endpoints,
  "/status_pages/{subdomain}/incidents/{incident_id}/updates/{update_id}/restore":
    incidentUpdateRestore.endpoints,
  "/status_pages/{subdomain}/incidents/{incident_id}/updates/{update_id}/withdraw":
    incidentUpdateWithdrawal.endpoints,
  "/status_pages/{subdomain}/incidents/{incident_id}/confirm": incidentConfirmation.endpoints,
  "/status_pages/{subdomain}/incidents/{incident_id}/withdraw": incidentWithdrawal.endpoints,
  "/status_pages/{subdomain}/pictures": pictures.endpoints,
  "/status_pages/{subdomain}/pictures/{file}": picture.endpoints,
  "/status_pages/{subdomain}/outages": outages.endpoints,
  "/status_pages/{subdomain}/outages/{outage_id}/dismiss": outageDismissal.endpoints,
  "/status_pages/{subdomain}/outages/{outage_id}/publish": outagePublishing.endpoints,
  "/status_pages/{subdomain}/incidents/{incident_id}/duplicate": incidentDuplicate.endpoints,
  "/status_pages/{subdomain}/incident_export": incidentExport.endpoints,
  "/status_pages/{subdomain}/incident_drafts": incidentDrafts.endpoints,
  "/status_pages/{subdomain}/incident_drafts/{incident_draft_id}": incidentDraft.endpoints,
  "/status_pages/{subdomain}/incident_drafts/{incident_draft_id}/publish":
    incidentDraftPublishing.endpoints,
  "/status_pages/{subdomain}/incident_templates": incidentTemplates.endpoints,
  "/status_pages/{subdomain}/incident_templates/{incident_template_id}": incidentTemplate.endpoints,
  "/status_pages/{subdomain}/incident_types": incidentTypes.endpoints,
  "/status_pages/{subdomain}/incident_types/{incident_type_id}": incidentType.endpoints,
  "/status_pages/{subdomain}/info_notices": infoNotices.endpoints,
  "/status_pages/{subdomain}/info_notices/{info_notice_id}": infoNotice.endpoints,
  "/status_pages/{subdomain}/integrations": integrations.endpoints,
  "/status_pages/{subdomain}/integrations/{integration_id}": integration.endpoints,
  "/status_pages/{subdomain}/integrations/{integration_id}/calendar_import":
    calendarImport.endpoints,
  "/status_pages/{subdomain}/join_link": joinLink.endpoints,
  "/status_pages/{subdomain}/members": pageMembers.endpoints,
  "/status_pages/{subdomain}/members/{page_member_id}": pageMember.endpoints,
  "/status_pages/{subdomain}/metrics": metrics.endpoints,
  "/status_pages/{subdomain}/metrics/{metric_id}": metric.endpoints,
  "/status_pages/{subdomain}/metrics/{metric_id}/entries": metricEntries.endpoints,
  "/status_pages/{subdomain}/subscriptions": subscriptions.endpoints,
  "/status_pages/{subdomain}/subscriptions/{subscription_id}": subscription.endpoints,
  "/status_pages/{subdomain}/subscriptions/{subscription_id}/rotate_secret":
    subscriptionSecret.endpoints,
  "/status_pages/{subdomain}/subscriptions/imports": subscriptionImports.endpoints,
  "/status_pages/{subdomain}/subscriptions/imports/{import_id}": subscriptionImport.endpoints,
  "/status_pages/{subdomain}/subscription_groups": subscriptionGroups.endpoints,
  "/status_pages/{subdomain}/subscription_groups/{subscription_group_id}":
    subscriptionGroup.endpoints,
  "/status_pages/{subdomain}/webhook_deliveries": deliveries.endpoints,
  "/status_pages/{subdomain}/webhook_deliveries/{delivery_id}": delivery.endpoints,
  "/status_pages/{subdomain}/webhooks": webhooks.endpoints,
  "/status_pages/{subdomain}/webhooks/{webhook_id}": webhook.endpoints,
  "/status_pages/{subdomain}/webhooks/{webhook_id}/deliveries": webhookDeliveries.endpoints,
  "/status_pages/{subdomain}/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver":
    webhookRedelivery.endpoints,
  "/status_pages/{subdomain}/webhooks/{webhook_id}/rotate_secret": webhookSecret.endpoints,
  "/status_pages/{subdomain}/webhooks/{webhook_id}/test": webhookTest.endpoints,
};
