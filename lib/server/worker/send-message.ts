import { database } from "#db/index.ts";
import { deliverMessage, type Senders } from "#lib/core/outbox/messages.ts";
import type { Payloads } from "#lib/core/queue/enqueue.ts";
import { systemContext } from "#lib/core/request/context.ts";
import {
  sendCertificateExpiryEmail,
  sendDomainFailureEmail,
  sendDomainRiskEmail,
} from "#lib/domains/emails.ts";
import { sendVerdictChat, sendVerdictEmail } from "#lib/monitoring/automation/team-messages.ts";
import { sendMonitorEmail } from "#lib/monitoring/warnings/watch-checks.ts";
import { sendReminder } from "#lib/notifications/reminder-letter.ts";
import { sendSocialPost } from "#lib/notifications/social-posts.ts";
import {
  sendAddressChangeNotice,
  sendInvitation,
  sendJoinLink,
  sendNewAddress,
  sendNotice,
  sendResetLink,
  sendSignInCode,
} from "#lib/pages/emails/account-emails.ts";
import { sendBudgetEmail } from "#lib/pages/emails/send.ts";
import {
  sendConfirmation,
  sendManageLink,
  sendNewChoice,
} from "#lib/subscribers/sign-up/messages.ts";

const SENDERS: Senders = {
  "incident.reminder": sendReminder,
  "certificate.ending": sendCertificateExpiryEmail,
  "domain.failed": sendDomainFailureEmail,
  "domain.at_risk": sendDomainRiskEmail,
  "page.join": sendJoinLink,
  "member.invitation": sendInvitation,
  "account.address_asked": sendAddressChangeNotice,
  "account.new_address": sendNewAddress,
  "account.notice": sendNotice,
  "password.reset": sendResetLink,
  "sign_in.code": sendSignInCode,
  "sms.budget": sendBudgetEmail,
  "monitor.trouble": sendMonitorEmail,
  "service.chat": sendVerdictChat,
  "service.verdict": sendVerdictEmail,
  "social.post": sendSocialPost,
  "subscription.choose": sendNewChoice,
  "subscription.confirm": sendConfirmation,
  "subscription.manage": sendManageLink,
};

export async function sendMessage({ outbox_id }: Payloads["send-message"]): Promise<void> {
  await deliverMessage(systemContext(database(), "send-message"), outbox_id, SENDERS);
}
