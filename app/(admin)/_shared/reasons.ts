import { OTHERS_ACCEPTED } from "#lib/notifications/sending/outcomes.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";

type Key = Parameters<Translate>[0];

/** Reasons that the ledger, the quarantine and integrations note. */
const KNOWN: Record<string, Key> = {
  "too late": "admin_reasons.too_late",
  "what it tells was deleted": "admin_reasons.deleted",
  "no way to send it": "admin_reasons.no_route",
  "no longer subscribed": "admin_reasons.unsubscribed",
  "may not see the page": "admin_reasons.no_member",
  "an earlier update comes first": "admin_reasons.in_order",
  "a later update was told": "admin_reasons.overtaken",
  "no texts are sent to this country": "admin_reasons.country",
  "the number had its texts of today": "admin_reasons.number_limit",
  "the month's text messages are used up": "admin_reasons.budget",
  "its destination is left alone": "admin_reasons.paused",
  "its destination is busy": "admin_reasons.busy",
  "its turn did not come": "admin_reasons.turn",
  quarantined: "admin_reasons.quarantined",
  "mailbox full": "admin_reasons.mailbox_full",
  "sign-in refused by the mail server": "admin_reasons.sign_in",
  "the mail server has a private address": "admin_reasons.private_mail_server",
  "no key": "admin_reasons.no_account",
  "no account is set up": "admin_reasons.no_account",
  "no Twilio account is set up": "admin_reasons.no_account",
  "no Esendex account with its reference is set up": "admin_reasons.no_account",
  "odd answer": "admin_reasons.odd_answer",
  "replied STOP": "admin_reasons.stopped",
  "opted out at Esendex": "admin_reasons.opted_out",
  "marked as spam": "admin_reasons.spam",
  unsubscribed: "admin_reasons.unsubscribed_there",
  "not a phone number": "admin_reasons.no_number",
  "not a mobile number": "admin_reasons.no_mobile",
  "region not enabled at Twilio": "admin_reasons.region",
  "Twilio refuses the credentials": "admin_reasons.credentials",
  "Twilio refuses the sender's number": "admin_reasons.sender_number",
  "no route from this sender": "admin_reasons.no_carrier",
  "message too long": "admin_reasons.too_long",
  "too many messages": "admin_reasons.too_many",
  "retired by Microsoft": "admin_reasons.retired_teams",
  "no verification token": "admin_reasons.no_token",
  "no such account in this region": "admin_reasons.no_region_account",
  "query refused": "admin_reasons.query_refused",
  bounced: "admin_reasons.bounced",
  internal: "admin_deliveries.error.internal",
  address_refused: "admin_deliveries.error.address_refused",
  unknown_host: "admin_deliveries.error.unknown_host",
  timeout: "admin_deliveries.error.timeout",
  tls_expired: "admin_checks.reason.tls_expired",
  tls_not_yet_valid: "admin_checks.reason.tls_not_yet_valid",
  tls_wrong_host: "admin_checks.reason.tls_wrong_host",
  tls_self_signed: "admin_checks.reason.tls_self_signed",
  tls_untrusted: "admin_checks.reason.tls_untrusted",
  http2_only: "admin_checks.reason.http2_only",
  tls_failed: "admin_deliveries.error.tls_failed",
  bad_answer: "admin_deliveries.error.bad_answer",
  connection_failed: "admin_deliveries.error.connection_failed",
};

function statusText(status: string, t: Translate): string {
  if (["401", "402", "403"].includes(status)) return t("admin_reasons.status_refused", { status });
  if (["404", "410"].includes(status)) return t("admin_reasons.status_gone", { status });
  return t("admin_reasons.status", { status });
}

function known(reason: string, t: Translate): string | null {
  // Twilio's reasons begin with its code.
  const key = KNOWN[reason] ?? KNOWN[reason.replace(/^\d{5} /, "")];
  if (key) return t(key);
  const [, status] = /^status (\d{3})$/.exec(reason) ?? [];
  if (status) return statusText(status, t);
  const [, code] = /^refused with (\d{3})$/.exec(reason) ?? [];
  if (code) return t("admin_reasons.refused", { code });
  const [, forNow] = /^refused for now with (\d{3})$/.exec(reason) ?? [];
  if (forNow) return t("admin_reasons.refused_for_now", { code: forNow });
  const [, what] = /^mail server (.+)$/.exec(reason) ?? [];
  return what ? t("admin_reasons.mail_server", { what }) : null;
}

/**
 * Why something was not sent, as people say it; what a provider said itself stays as it is.
 * @param noted `reason`, or `reason (what the provider said)`
 */
export function reasonText(noted: string, t: Translate): string {
  if (noted.endsWith(OTHERS_ACCEPTED)) {
    const reason = reasonText(noted.slice(0, -OTHERS_ACCEPTED.length), t);
    return t("admin_reasons.others_accepted", { reason });
  }
  const whole = known(noted, t);
  if (whole) return whole;
  const [, reason = "", answer = ""] = /^([^(]+) \((.+)\)$/s.exec(noted) ?? [];
  const first = known(reason, t);
  if (first) return t("admin_reasons.said", { reason: first, answer });
  const [, said] = /^bounced: (.+)$/s.exec(noted) ?? [];
  if (said) return t("admin_reasons.said", { reason: t("admin_reasons.bounced"), answer: said });
  return noted;
}
