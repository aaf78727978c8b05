import { database } from "#db/index.ts";
import { deliverMessage, type Senders } from "#lib/core/outbox/messages.ts";
import type { Payloads } from "#lib/core/queue/enqueue.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { sendDomainLetter, sendEndingLetter, sendRiskLetter } from "#lib/domains/emails.ts";
import { sendVerdictChat } from "#lib/monitoring/automation/chat.ts";
import { sendVerdict } from "#lib/monitoring/automation/letter.ts";
import { sendMonitorLetter } from "#lib/monitoring/warnings/monitor-letter.ts";
import { sendReminder } from "#lib/notifications/reminder-letter.ts";
import { sendSocialPost } from "#lib/notifications/social/send.ts";
import { sendSignInCode } from "#lib/pages/captcha/code-letter.ts";
import { sendBudgetLetter } from "#lib/pages/emails/budget-letter.ts";
import { sendInvitation } from "#lib/pages/emails/invitation-letter.ts";
import { sendNotice } from "#lib/pages/emails/notice-letter.ts";
import { sendResetLink } from "#lib/pages/emails/password-reset-letter.ts";
import { sendJoinLink } from "#lib/pages/join-links/letter.ts";
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
  "sms.budget": sendBudgetLetter,
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
