import { checkTarget } from "#lib/core/fields/address.ts";
import { now, toWire } from "#lib/platform/clock.ts";
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

/** Finds out whether it is this machine's own network that is gone. */
export class Egress {
  /** Since when nothing can be reached: a wire time. */
  lost_at: string | null = null;
  #reached = Number.NEGATIVE_INFINITY;
  #asking: Promise<boolean> | undefined;

  /** Whether any of the operator's addresses can be reached; without addresses it is taken so. */
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
    this.#note(isThere);
    return isThere;
  }

  #note(isThere: boolean): void {
    if (isThere === (this.lost_at === null)) return;
    this.lost_at = isThere ? null : toWire(now());
    if (isThere) log().info("this machine's network is back");
    else log().error("this machine's network is gone: failed checks count as no data");
  }
}
