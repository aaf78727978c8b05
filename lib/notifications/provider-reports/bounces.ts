import { authorizeJob } from "#lib/core/access/authorize.ts";
import { delayAfter_s } from "#lib/core/outbox/messages.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { enqueueBatch, reopenNotification } from "#lib/notifications/ledger.queries.ts";
import { setQuarantine } from "#lib/notifications/quarantine.queries.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { redact } from "#lib/platform/http/provider-calls.ts";
import { REFUSED } from "#lib/platform/mail/mail-verdict.ts";
import { type Subject, subjectOf } from "#lib/platform/mail/refusal-words.ts";
import { normalEmail } from "#lib/subscribers/normal-addresses.ts";
import { lockSubscription } from "#lib/subscribers/queries.ts";
import type { Returned } from "#lib/subscribers/return-path.ts";

/** `recipients`: whom the report is about, as far as it says. */
export type Bounce = { subject: Subject; said: string; recipients: string[] };

function fieldsOf(block: string): Map<string, string> {
  const lines = block.replaceAll(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  const fields = lines.map((line) => /^([\w-]+):\s*(.*)$/.exec(line));
  return new Map(
    fields.flatMap((field) => (field ? [[field[1]?.toLowerCase() ?? "", field[2] ?? ""]] : [])),
  );
}

/**
 * Reads a delivery status notification (RFC 3464), which has one of our recipients.
 * @param report the part `message/delivery-status`
 * @returns null: the mail was not given up
 */
export function readBounce(report: string): Bounce | null {
  const failed = report
    .split(/\r?\n[ \t]*\r?\n/)
    .map(fieldsOf)
    .find((fields) => fields.get("action")?.trim().toLowerCase() === "failed");
  if (!failed) return null;
  const status = failed.get("status")?.trim().split(/\s/)[0] ?? "";
  const diagnostic = (failed.get("diagnostic-code") ?? "").replace(/^[\w-]+;\s*/, "").trim();
  const hasCode = /\b[45]\.\d{1,3}\.\d{1,3}\b/.test(diagnostic);
  const said = hasCode ? diagnostic : `${status} ${diagnostic}`.trim();
  // Given up after days of temporary refusals.
  const isLate = status.startsWith("4.") || /^4\d\d\b/.test(diagnostic);
  const recipients = ["original-recipient", "final-recipient"].flatMap((field) => {
    const [, address] =
      /^\s*rfc822\s*;\s*<?([^\s<>]+@[^\s<>]+)/i.exec(failed.get(field) ?? "") ?? [];
    return address ? [address] : [];
  });
  return { subject: isLate ? "later" : subjectOf(said), said, recipients };
}

function unlessThere(error: unknown): null {
  if (error instanceof AppError && error.code === "not_found") return null;
  throw error;
}

/**
 * Heeds a mail that came back: quarantines a person that is gone, and sends again what came back
 * because of us, whose reason *Now* shows until it arrives.
 */
export async function applyBounce(
  ctx: Context,
  { status_page_id, subscription_id, event_id }: Returned,
  { subject, said, recipients }: Bounce,
): Promise<void> {
  const grant = await authorizeJob(ctx, status_page_id);
  if (!grant) return;
  await changeRecords(ctx, grant, async (trx) => {
    const now = wireNow();
    const row = await lockSubscription(trx, grant, subscription_id).catch(unlessThere);
    const isAbout = (address: string) => normalEmail(address) === normalEmail(row?.email ?? "");
    // The address was changed since, or the mailbox forwards to another.
    if (recipients.length > 0 && !recipients.some(isAbout))
      return { result: undefined, audit: null, events: [] };
    const answer = redact(said, [row?.email ?? null]);
    // A repeated report is no second refusal.
    const isKnown = row?.quarantined_until != null && row.quarantined_until > now;
    if (subject === "person" && row && !isKnown) {
      const reason = `bounced: ${answer}`;
      await setQuarantine(
        trx,
        grant,
        [{ subscription_id, reason, answer: null, unwanted: false }],
        now,
      );
    }
    if (subject === "us" && row && event_id !== null) {
      const [code = "550"] = /\b5\d\d\b/.exec(answer) ?? [];
      const reopened = { event_id, subscription_id, reason: `${REFUSED} ${code}`, answer };
      const dueAfter = (attempts: number) => later(now, delayAfter_s(attempts, Math.random()));
      const due_at = await reopenNotification(trx, grant, reopened, { now, dueAfter });
      if (due_at) await enqueueBatch(trx, status_page_id, "email", due_at);
    }
    return { result: undefined, audit: null, events: [] };
  });
}
