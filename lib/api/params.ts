import { z } from "zod";
import { IMAGES } from "#lib/pages/images/schema.ts";
import { WEBHOOK_MONITORS } from "#lib/services/schema.ts";

function id() {
  return z
    .string()
    .transform((given, ctx) => {
      const number = /^[1-9]\d{0,15}$/.test(given) ? Number(given) : Number.NaN;
      if (!Number.isSafeInteger(number)) ctx.addIssue({ code: "custom" });
      return number;
    })
    .meta({ type: "integer", minimum: 1 });
}

// What no page can have need not be asked for.
const subdomain = z.string().regex(/^[a-z0-9-]{1,63}$/);

export const PageParams = z.object({ subdomain });
export const OrganizationParams = z.object({ organization_id: id() });
export const OrganizationPageParams = OrganizationParams.extend({ subdomain });
export const ImageParams = OrganizationPageParams.extend({ image: z.enum(IMAGES) });
export const ServiceParams = PageParams.extend({ service_id: id() });
export const InboxParams = PageParams.extend({ service_id: z.uuid() });
export const DayParams = ServiceParams.extend({ day: z.iso.date() });
export const ReportParams = InboxParams.extend({
  webhook_monitoring_service: z.enum(WEBHOOK_MONITORS),
});
export const IncidentParams = PageParams.extend({ incident_id: id() });
export const IncidentDraftParams = PageParams.extend({ incident_draft_id: id() });
export const OutageParams = PageParams.extend({ outage_id: id() });
export const IncidentUpdateParams = IncidentParams.extend({ update_id: id() });
export const InfoNoticeParams = PageParams.extend({ info_notice_id: id() });
export const IncidentTemplateParams = PageParams.extend({ incident_template_id: id() });
export const AccessGroupParams = PageParams.extend({ access_group_id: id() });
export const IncidentTypeParams = PageParams.extend({ incident_type_id: id() });
export const IntegrationParams = PageParams.extend({ integration_id: id() });
export const MetricParams = PageParams.extend({ metric_id: id() });
export const MemberParams = OrganizationParams.extend({ member_id: id() });
export const PageMemberParams = PageParams.extend({ page_member_id: id() });
export const ApiKeyParams = OrganizationParams.extend({ api_key_id: id() });
export const SubscriptionParams = PageParams.extend({ subscription_id: id() });
export const NotificationParams = SubscriptionParams.extend({ event_id: id() });
export const SubscriptionGroupParams = PageParams.extend({ subscription_group_id: id() });
export const SubscriptionImportParams = PageParams.extend({ import_id: id() });
export const WebhookParams = PageParams.extend({ webhook_id: id() });
export const DeliveryParams = WebhookParams.extend({ delivery_id: id() });
export const LoggedDeliveryParams = PageParams.extend({ delivery_id: id() });
