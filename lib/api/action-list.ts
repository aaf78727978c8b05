import { z } from "zod";
import {
  AccessGroupParams,
  ApiKeyParams,
  DayParams,
  DeliveryParams,
  ImageParams,
  IncidentDraftParams,
  IncidentParams,
  IncidentTemplateParams,
  IncidentTypeParams,
  IncidentUpdateParams,
  InfoNoticeParams,
  IntegrationParams,
  MemberParams,
  MetricParams,
  NotificationParams,
  OpenAlertParams,
  OrganizationPageParams,
  OrganizationParams,
  OutageParams,
  PageMemberParams,
  PageParams,
  ServiceParams,
  SubscriptionGroupParams,
  SubscriptionImportParams,
  SubscriptionParams,
  WebhookParams,
} from "#lib/api/body.ts";
import type { Permission } from "#lib/core/access/permissions.ts";

/** Required permission on the target, a signed-in user, or nobody in particular. */
export type Access = Permission | "signed_in" | "anybody";

const nothing = z.object({});

function on<T extends z.ZodObject>(target: T, access: Access): { target: T; access: Access } {
  return { target, access };
}

/**
 * All server actions by export name, with target and permission. `action` in lib/api/actions.ts
 * checks them; tests of refusals are generated from this list.
 */
export const ACTIONS = {
  // Sign-in and account
  signInAction: on(nothing, "anybody"),
  codeAction: on(nothing, "anybody"),
  signOutAction: on(nothing, "anybody"),
  acceptAction: on(nothing, "anybody"),
  joinAction: on(nothing, "anybody"),
  switchAccountAction: on(nothing, "anybody"),
  setUpAction: on(nothing, "anybody"),
  secondStepAction: on(nothing, "anybody"),
  passkeyRequestAction: on(nothing, "anybody"),
  passkeyAction: on(nothing, "anybody"),
  forgotAction: on(nothing, "anybody"),
  resetAction: on(nothing, "anybody"),
  confirmAddressAction: on(nothing, "anybody"),
  stopAddressAction: on(nothing, "anybody"),
  beginTwoFactorAction: on(nothing, "signed_in"),
  confirmTwoFactorAction: on(nothing, "signed_in"),
  renewRecoveryCodesAction: on(nothing, "signed_in"),
  turnOffTwoFactorAction: on(nothing, "signed_in"),
  passkeyCreationAction: on(nothing, "signed_in"),
  addPasskeyAction: on(nothing, "signed_in"),
  renamePasskeyAction: on(nothing, "signed_in"),
  removePasskeyAction: on(nothing, "signed_in"),
  connectProviderAction: on(nothing, "signed_in"),
  changePasswordAction: on(nothing, "signed_in"),
  updateProfileAction: on(nothing, "signed_in"),
  revokeSessionAction: on(nothing, "signed_in"),
  revokeOtherSessionsAction: on(nothing, "signed_in"),
  createUserKeyAction: on(nothing, "signed_in"),
  revokeUserKeyAction: on(nothing, "signed_in"),
  shownAction: on(nothing, "signed_in"),
  requireStrongSignInAction: on(OrganizationParams, "organization.write"),

  // Shell
  chooseThemeAction: on(nothing, "signed_in"),
  previewMarkdownAction: on(nothing, "signed_in"),
  readOpenIncidentsAction: on(PageParams, "page.read"),
  readComposerKitAction: on(PageParams, "page.read"),
  previewAudienceAction: on(PageParams, "page.read"),
  readServicesAction: on(PageParams, "page.read"),
  findDeletionAction: on(PageParams, "page.read"),
  searchAction: on(PageParams, "page.read"),

  // Incidents
  createIncidentAction: on(PageParams, "incident.write"),
  withdrawIncidentAction: on(IncidentParams, "incident.write"),
  duplicateIncidentAction: on(IncidentParams, "incident.write"),
  confirmIncidentAction: on(IncidentParams, "incident.write"),
  publishOutageAction: on(OutageParams, "incident.write"),
  dismissOutageAction: on(OutageParams, "incident.write"),
  deleteDraftAction: on(IncidentDraftParams, "incident.write"),
  updateIncidentAction: on(IncidentParams, "incident.write"),
  publishPostmortemAction: on(IncidentParams, "incident.write"),
  deleteIncidentAction: on(IncidentParams, "incident.write"),
  postUpdateAction: on(IncidentParams, "incident.write"),
  withdrawUpdateAction: on(IncidentUpdateParams, "incident.write"),
  editUpdateAction: on(IncidentUpdateParams, "incident.write"),
  deleteUpdateAction: on(IncidentUpdateParams, "incident.write"),
  restoreUpdateAction: on(IncidentUpdateParams, "incident.write"),

  // Organization
  deleteOrganizationAction: on(OrganizationParams, "organization.write"),
  leaveOrganizationAction: on(OrganizationParams, "signed_in"),
  requestAddressAction: on(nothing, "signed_in"),
  deleteAccountAction: on(nothing, "signed_in"),
  createOrganizationAction: on(nothing, "signed_in"),
  updateOrganizationAction: on(OrganizationParams, "organization.write"),
  createPageAction: on(OrganizationParams, "status_page.write"),
  addMemberAction: on(OrganizationParams, "organization.write"),
  updateMemberAction: on(MemberParams, "organization.write"),
  endAccessAction: on(MemberParams, "organization.write"),
  resetSignInAction: on(MemberParams, "organization.write"),
  deleteMemberAction: on(MemberParams, "organization.write"),
  addPageMemberAction: on(PageParams, "page_member.write"),
  updatePageMemberAction: on(PageMemberParams, "page_member.write"),
  deletePageMemberAction: on(PageMemberParams, "page_member.write"),
  renewJoinLinkAction: on(PageParams, "status_page.write"),
  revokeJoinLinkAction: on(PageParams, "status_page.write"),
  createApiKeyAction: on(OrganizationParams, "organization.write"),
  renewApiKeyAction: on(ApiKeyParams, "organization.write"),
  revokeApiKeyAction: on(ApiKeyParams, "organization.write"),

  // Maintenance
  createMaintenanceAction: on(PageParams, "incident.write"),
  updateMaintenanceAction: on(IncidentParams, "incident.write"),
  advanceMaintenanceAction: on(IncidentParams, "incident.write"),
  postponeMaintenanceAction: on(IncidentParams, "incident.write"),
  previewRecurrenceAction: on(PageParams, "page.read"),
  deleteMaintenanceAction: on(IncidentParams, "incident.write"),

  // Notices
  createNoticeAction: on(PageParams, "incident.write"),
  updateNoticeAction: on(InfoNoticeParams, "incident.write"),
  writeNoticeUpdateAction: on(InfoNoticeParams, "incident.write"),
  endNoticeAction: on(InfoNoticeParams, "incident.write"),
  deleteNoticeAction: on(InfoNoticeParams, "incident.write"),

  // Templates and incident types
  createTemplateAction: on(PageParams, "incident.write"),
  updateTemplateAction: on(IncidentTemplateParams, "incident.write"),
  deleteTemplateAction: on(IncidentTemplateParams, "incident.write"),
  createIncidentTypeAction: on(PageParams, "incident_type.write"),
  updateIncidentTypeAction: on(IncidentTypeParams, "incident_type.write"),
  deleteIncidentTypeAction: on(IncidentTypeParams, "incident_type.write"),

  // Services
  createServiceAction: on(PageParams, "service.write"),
  pasteServicesAction: on(PageParams, "service.write"),
  withdrawServicesAction: on(PageParams, "service.write"),
  watchServicesAction: on(PageParams, "service.write"),
  updateServiceAction: on(ServiceParams, "service.write"),
  moveServiceAction: on(ServiceParams, "service.write"),
  checkServiceAction: on(ServiceParams, "service.write"),
  closeAlertAction: on(OpenAlertParams, "service.write"),
  replaceAddressesAction: on(ServiceParams, "service.write"),
  replaceAlertAddressAction: on(PageParams, "service.write"),
  changeServicesAction: on(PageParams, "service.write"),
  moveServicesAction: on(PageParams, "service.write"),
  moveServicesBackAction: on(PageParams, "service.write"),
  deleteServiceAction: on(ServiceParams, "service.write"),
  deleteServicesAction: on(PageParams, "service.write"),

  // Uptime
  correctDayAction: on(DayParams, "uptime.write"),
  undoCorrectionAction: on(DayParams, "uptime.write"),

  // Metrics
  chooseSeriesAction: on(MetricParams, "metric.write"),
  createMetricAction: on(PageParams, "metric.write"),
  updateMetricAction: on(MetricParams, "metric.write"),
  moveMetricAction: on(MetricParams, "metric.write"),
  deleteMetricAction: on(MetricParams, "metric.write"),
  recordEntryAction: on(MetricParams, "metric.write"),

  // Access groups
  createAccessGroupAction: on(PageParams, "access_group.write"),
  updateAccessGroupAction: on(AccessGroupParams, "access_group.write"),
  deleteAccessGroupAction: on(AccessGroupParams, "access_group.write"),

  // Integrations
  createIntegrationAction: on(PageParams, "integration.write"),
  updateIntegrationAction: on(IntegrationParams, "integration.write"),
  enableIntegrationAction: on(IntegrationParams, "integration.write"),
  deleteIntegrationAction: on(IntegrationParams, "integration.write"),
  importCalendarAction: on(IntegrationParams, "integration.write"),
  recogniseIntegrationAction: on(PageParams, "integration.write"),
  testIntegrationAction: on(IntegrationParams, "integration.write"),

  // E-mail
  testMailAction: on(PageParams, "status_page.write"),

  // Subscribers
  createSubscriptionAction: on(PageParams, "subscription.write"),
  updateSubscriptionAction: on(SubscriptionParams, "subscription.write"),
  deleteSubscriptionAction: on(SubscriptionParams, "subscription.write"),
  rotateSubscriptionSecretAction: on(SubscriptionParams, "subscription.write"),
  testSubscriptionAction: on(SubscriptionParams, "subscription.write"),
  releaseSubscriptionAction: on(SubscriptionParams, "subscription.write"),
  releaseCauseAction: on(PageParams, "subscription.write"),
  quarantineAgainAction: on(SubscriptionParams, "subscription.write"),
  resendNotificationAction: on(NotificationParams, "subscription.write"),
  createSubscriptionGroupAction: on(PageParams, "subscription.write"),
  updateSubscriptionGroupAction: on(SubscriptionGroupParams, "subscription.write"),
  deleteSubscriptionGroupAction: on(SubscriptionGroupParams, "subscription.write"),
  uploadSubscribersAction: on(PageParams, "subscription.write"),
  beginImportAction: on(SubscriptionImportParams, "subscription.write"),
  changeLayoutAction: on(SubscriptionImportParams, "subscription.write"),
  readPersonAction: on(PageParams, "subscription.write"),
  erasePersonAction: on(PageParams, "subscription.write"),
  discardImportAction: on(SubscriptionImportParams, "subscription.write"),

  // Webhooks
  createWebhookAction: on(PageParams, "webhook.write"),
  updateWebhookAction: on(WebhookParams, "webhook.write"),
  enableWebhookAction: on(WebhookParams, "webhook.write"),
  deleteWebhookAction: on(WebhookParams, "webhook.write"),
  rotateSecretAction: on(WebhookParams, "webhook.write"),
  sendTestAction: on(WebhookParams, "webhook.write"),
  redeliverAction: on(DeliveryParams, "webhook.write"),
  // Appearance and settings
  updatePageAction: on(OrganizationPageParams, "status_page.write"),
  publishPageAction: on(OrganizationPageParams, "status_page.write"),
  deletePageAction: on(OrganizationPageParams, "status_page.delete"),
  checkDomainAction: on(OrganizationPageParams, "status_page.write"),
  putCertificateAction: on(OrganizationPageParams, "status_page.write"),
  removeCertificateAction: on(OrganizationPageParams, "status_page.write"),
  uploadImageAction: on(ImageParams, "status_page.write"),
  deleteImageAction: on(ImageParams, "status_page.write"),
  lookAction: on(PageParams, "status_page.write"),
} satisfies Record<string, { target: z.ZodObject; access: Access }>;

export type ActionName = keyof typeof ACTIONS;

export type TargetOf<N extends ActionName> = z.output<(typeof ACTIONS)[N]["target"]>;
