import { database } from "#db/index.ts";
import { deliverMessage, type Senders } from "#lib/core/outbox/messages.ts";
import type { Payloads } from "#lib/core/queue/enqueue.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { sendDomainLetter, sendEndingLetter, sendRiskLetter } from "#lib/domains/emails.ts";
import { sendVerdictChat } from "#lib/monitoring/automation/chat.ts";
import { sendVerdict } from "#lib/monitoring/automation/letter.ts";
import { sendMonitorLetter } from "#lib/monitoring/warnings/monitor-letter.ts";
import { sendReminder } from "#lib/notifications/reminder-letter.ts";
import { sendSocialPost } from "#lib/notifications/social-posts.ts";
import {
  sendInvitation,
  sendJoinLink,
  sendNotice,
  sendResetLink,
  sendSignInCode,
} from "#lib/pages/emails/account-emails.ts";
import { sendBudgetEmail } from "#lib/pages/emails/send.ts";
import { sendConfirmation, sendManageLink } from "#lib/subscribers/sign-up/messages.ts";

/** Who composes which kind of message. */
const SENDERS: Senders = {
  "incident.reminder": sendReminder,
  "certificate.ending": sendEndingLetter,
  "domain.failed": sendDomainLetter,
  "domain.at_risk": sendRiskLetter,
  "page.join": sendJoinLink,
  "member.invitation": sendInvitation,
  "account.notice": sendNotice,
  "password.reset": sendResetLink,
  "sign_in.code": sendSignInCode,
  "sms.budget": sendBudgetEmail,
  "monitor.trouble": sendMonitorLetter,
  "service.chat": sendVerdictChat,
  "service.verdict": sendVerdict,
  "social.post": sendSocialPost,
  "subscription.confirm": sendConfirmation,
  "subscription.manage": sendManageLink,
};

/** Makes an attempt to send one message. */
export async function sendMessage({ outbox_id }: Payloads["send-message"]): Promise<void> {
  await deliverMessage(systemContext(database(), "send-message"), outbox_id, SENDERS);
}
