import type { Dispatcher } from "undici";
import { AppError, notFound } from "#lib/platform/errors/errors.ts";
import { SAFE_METHODS } from "#lib/platform/http/protocol.ts";
import { Histogram } from "#lib/platform/metrics.ts";
import type { Gate } from "#lib/server/cache/live.ts";
import type { Outcome, Renderer, Visit } from "#lib/server/cache/outcome.ts";
import { type Answer, AppLost, type Exchange, Whole } from "#lib/server/front/exchange.ts";
import type { Tenants } from "#lib/server/front/tenants.ts";
import { type Patience, Upstream } from "#lib/server/front/upstream.ts";
import {
  askHeaders,
  HEADER,
  isInternal,
  refusalIn,
  sharedIn,
  tenantIn,
} from "#lib/server/ipc/headers.ts";

async function render(
  { apps, tenants }: { apps: Apps; tenants: Tenants },
  visit: Visit,
  hasCopy: boolean,
): Promise<Outcome> {
  const headers = [
    ...askHeaders("render", visit),
    ...["host", visit.host],
    ...(visit.own_host ? [HEADER.own_host, "1"] : []),
    ...Object.entries(visit.personal ?? {}).flat(),
  ];
  const answer = await apps.get(visit.url, headers, hasCopy ? "short" : "long");
  if (!visit.personal?.authorization)
    tenants.learn({ page: visit.page, path: visit.url }, tenantIn(answer.headers));
  if (answer.headers[HEADER.failed]) throw new AppLost("It could not be rendered");
  const policy = answer.headers[HEADER.policy];
  const cache = sharedIn(answer.headers);
  const refused = refusalIn(answer.headers);
  const moved = answer.headers[HEADER.moved];
  const passed = Object.entries(answer.headers).filter(([name]) => !isInternal(name));
  return {
    status: answer.status,
    headers: Object.fromEntries(passed),
    body: answer.body,
    policy: typeof policy === "string" ? policy : null,
    ...(cache && { cache }),
    ...(refused && { refused }),
    ...(typeof moved === "string" && { moved }),
    ...(answer.headers[HEADER.restricted] && { restricted: true }),
  };
}

const renderTimes = new Histogram(
  "allclear_render_seconds",
  "How long renders took, those that failed, too",
  [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
);

export function appRenderer(apps: Apps, tenants: Tenants): Renderer {
  return {
    render: (visit, hasCopy) => {
      const began = performance.now();
      const took = () => renderTimes.observe((performance.now() - began) / 1_000);
      return render({ apps, tenants }, visit, hasCopy).finally(took);
    },
    isSilent: () => apps.isSilent,
  };
}

export function appGate(apps: Apps): Gate {
  return async (page, { cookie, authorization, host }, scope) => {
    const headers = [
      ...askHeaders("listen", scope),
      ...(host ? ["host", host] : []),
      ...(cookie ? ["cookie", cookie] : []),
      ...(authorization ? ["authorization", authorization] : []),
    ];
    const { status, body } = await apps.get(`/${page}`, headers, "long");
    if (status === 403) throw new AppError("forbidden", "This visitor may not see the page");
    if (status === 404) throw notFound();
    if (status !== 200) throw new AppLost("The app cannot check access");
    return JSON.parse(body.toString());
  };
}

export class Apps {
  readonly #all: readonly Upstream[];
  #next = 0;

  /**
   * @param patient ignores silence, since an app in development compiles on demand
   * @param onUnresponsive receives the index of an app that was silent for a minute
   */
  constructor(sockets: readonly string[], patient: boolean, onUnresponsive: (app: number) => void) {
    this.#all = sockets.map(
      (socket, place) => new Upstream(socket, patient, () => onUnresponsive(place)),
    );
  }

  get isSilent(): boolean {
    return (
      !this.#all.some(({ isAnswering }) => isAnswering) && this.#all.some((app) => app.isSilent)
    );
  }

  /** Retries a read with another app if one is lost. */
  send(
    options: Omit<Dispatcher.DispatchOptions, "origin">,
    exchange: Exchange,
    patience: Patience,
  ): void {
    const app = this.#choose();
    if (SAFE_METHODS.includes(options.method))
      exchange.orElse(() => {
        const other = this.#all.find((each) => each !== app && each.isAnswering);
        other?.send(options, exchange, patience);
        return other !== undefined;
      });
    app.send(options, exchange, patience);
  }

  /** @throws {AppLost} */
  async get(path: string, headers: string[], patience: Patience): Promise<Answer> {
    const answer = new Whole();
    this.send({ path, method: "GET", headers }, answer, patience);
    return answer.done;
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((app) => app.close()));
  }

  /** Picks the responsive app with the fewest requests, in rotation. */
  #choose(): Upstream {
    this.#next = (this.#next + 1) % this.#all.length;
    const inTurn = [...this.#all.slice(this.#next), ...this.#all.slice(0, this.#next)];
    const answering = inTurn.filter(({ isAnswering }) => isAnswering);
    return (answering.length > 0 ? answering : inTurn).reduce((best, app) =>
      app.openCount < best.openCount ? app : best,
    );
  }
}
