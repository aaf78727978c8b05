import { checkTarget } from "#lib/core/fields/address.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { connectTo } from "#lib/platform/http/http.ts";
import { log } from "#lib/platform/log.ts";

const GOOD_FOR_MS = 5_000;
const TIMEOUT_MS = 3_000;
const PORTS: Record<string, number> = { "http:": 80, "https:": 443 };

async function reach(address: string): Promise<void> {
  const target = checkTarget(address);
  if (target?.kind === "dns" || !target) throw new Error(`${address} cannot be reached`);
  const url = target.kind === "http" ? new URL(target.url) : null;
  const host = target.kind === "http" ? (url?.hostname ?? "") : target.host;
  const port =
    target.kind === "http" ? Number(url?.port) || PORTS[url?.protocol ?? ""] : target.port;
  (await connectTo(host.replace(/^\[(.*)\]$/, "$1"), port ?? 443, TIMEOUT_MS)).destroy();
}

export class OwnNetwork {
  /** Start of the loss, a wire time. */
  lost_at: string | null = null;
  #reached = Number.NEGATIVE_INFINITY;
  #asking: Promise<boolean> | undefined;

  /** Whether any of EGRESS_CHECK_TARGETS is reachable; true without targets. */
  async isThere(): Promise<boolean> {
    const { EGRESS_CHECK_TARGETS: targets } = env();
    if (targets.length === 0 || performance.now() - this.#reached < GOOD_FOR_MS) return true;
    this.#asking ??= this.#ask(targets).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #ask(targets: readonly string[]): Promise<boolean> {
    const isThere = await Promise.any(targets.map(reach)).then(
      () => true,
      () => false,
    );
    if (isThere) this.#reached = performance.now();
    this.#record(isThere);
    return isThere;
  }

  #record(isThere: boolean): void {
    if (isThere === (this.lost_at === null)) return;
    this.lost_at = isThere ? null : wireNow();
    if (isThere) log().info("network available again");
    else log().error("network unavailable: failed checks are recorded as no data");
  }
}

const WINDOW_MS = 60_000;
// With fewer services, half of them may fail on their own.
const FEWEST = 4;

export type Counts = { checked: number; failed: number };

function areMost({ checked, failed }: Counts): boolean {
  return checked >= FEWEST && failed * 2 > checked;
}

export class FailureRatio {
  others: Counts = { checked: 0, failed: 0 };
  readonly #last = new Map<number, { at_ms: number; isDown: boolean }>();
  #down = 0;

  record(service_id: number, isDown: boolean, at_ms: number): void {
    this.#forget(service_id);
    this.#last.set(service_id, { at_ms, isDown });
    if (isDown) this.#down += 1;
    this.#forgetOlder(at_ms);
  }

  count(at_ms: number): Counts {
    this.#forgetOlder(at_ms);
    return { checked: this.#last.size, failed: this.#down };
  }

  /** Looks at this worker alone, too: its network may be its own. */
  mostChecksFail(at_ms: number): boolean {
    const { checked, failed } = this.count(at_ms);
    const all = { checked: checked + this.others.checked, failed: failed + this.others.failed };
    return areMost({ checked, failed }) || areMost(all);
  }

  #forgetOlder(at_ms: number): void {
    for (const [id, { at_ms: noted_ms }] of this.#last) {
      if (at_ms - noted_ms <= WINDOW_MS) break;
      this.#forget(id);
    }
  }

  #forget(service_id: number): void {
    if (this.#last.get(service_id)?.isDown) this.#down -= 1;
    this.#last.delete(service_id);
  }
}
