import type { PageGrant } from "#lib/core/access/authorize.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { log } from "#lib/platform/log.ts";
import { errorOf, type Verdict } from "#lib/platform/verdict.ts";

type Noted = { checked_at: string; last_error: string | null };
type Write = (grant: PageGrant, integration_id: number, noted: Noted) => Promise<void>;

function healthIn(verdicts: readonly Verdict[]): string | null | undefined {
  const failed = verdicts.find(
    (verdict) => verdict.outcome === "try_again" && verdict.about === "us" && verdict.stops,
  );
  if (failed) return errorOf(failed);
  return verdicts.some(({ outcome }) => outcome === "delivered") ? null : undefined;
}

/** Records on integrations whether messages leave: on the first message and on each change. */
export class Health {
  readonly #write: Write;
  readonly #works = new Map<number, boolean>();

  constructor(write: Write) {
    this.#write = write;
  }

  async note(
    grant: PageGrant,
    integration_id: number,
    verdicts: readonly Verdict[],
  ): Promise<void> {
    const last_error = healthIn(verdicts);
    const works = last_error === null;
    if (last_error === undefined || this.#works.get(integration_id) === works) return;
    this.#works.set(integration_id, works);
    try {
      await this.#write(grant, integration_id, { checked_at: wireNow(), last_error });
    } catch (error) {
      this.#works.delete(integration_id);
      log().error({ err: error, integration_id }, "storing the health of an integration failed");
    }
  }
}
