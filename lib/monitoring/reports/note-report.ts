import { type Inbox, recordIn } from "#lib/monitoring/reports/inbox.ts";
import type { Outcome, Unclear } from "#lib/monitoring/reports/outcome.ts";
import { insertReport } from "#lib/monitoring/reports/queries.ts";
import type { ServiceReport } from "#lib/monitoring/reports/schema.ts";
import { noteReported } from "#lib/monitoring/verdicts/note.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { translator } from "#lib/platform/i18n/translator.ts";

type Noted = Pick<ServiceReport, "source" | "kind" | "content">;

/**
 * Keeps a report, and believes it where it was understood.
 * @returns whether that changed what is believed
 */
export async function noteReport(inbox: Inbox, noted: Noted, outcome: Outcome): Promise<boolean> {
  const received_at = wireNow();
  const { understood, reason, detail } = outcome;
  return recordIn(inbox, async (trx, watched) => {
    const refusal = understood === null ? reason : null;
    const report = { ...noted, received_at, understood, reason: refusal, detail };
    await insertReport(trx, inbox.grant, { ...report, service_id: watched.service_id });
    if (understood !== "up" && understood !== "down") return false;
    return noteReported(trx, watched, {
      is_up: understood === "up",
      since: outcome.since ?? received_at,
      ...{ source: noted.source, reason, detail },
    });
  });
}

/** Why something was not understood, in a sentence. */
export function refusalOf({ reason, detail }: Unclear): AppError {
  const sentence = translator("en")(`admin_reports.reason.${reason}`);
  return new AppError("not_understood", detail ? `${sentence} (${detail})` : sentence);
}
