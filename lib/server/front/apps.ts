import type { Dispatcher } from "undici";
import { SAFE_METHODS } from "#lib/platform/http/protocol.ts";
import { type Answer, type Exchange, Whole } from "#lib/server/front/exchange.ts";
import { type Patience, Upstream } from "#lib/server/front/upstream.ts";

/** The apps of this node. Whatever one of them can do, all can. */
export class Apps {
  readonly #all: readonly Upstream[];
  #next = 0;

  /**
   * @param sockets where each of them listens
   * @param patient whether silence means nothing, since an app compiles what it is asked for
   * @param onHopeless is called with an app's place in the list when it has been silent for a minute
   */
  constructor(sockets: readonly string[], patient: boolean, onHopeless: (app: number) => void) {
    this.#all = sockets.map(
      (socket, place) => new Upstream(socket, patient, () => onHopeless(place)),
    );
  }

  /** Whether none of them responds, but one accepts connections. */
  get isSilent(): boolean {
    return (
      !this.#all.some(({ isAnswering }) => isAnswering) && this.#all.some((app) => app.isSilent)
    );
  }

  /** What only reads is asked of another app where one is lost meanwhile. */
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

  /** Gets something as a whole. @throws {AppLost} */
  async get(path: string, headers: string[], patience: Patience): Promise<Answer> {
    const answer = new Whole();
    this.send({ path, method: "GET", headers }, answer, patience);
    return answer.done;
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((app) => app.close()));
  }

  /** Of those that answer one that is asked the least; they take turns where several are. */
  #choose(): Upstream {
    this.#next = (this.#next + 1) % this.#all.length;
    const inTurn = [...this.#all.slice(this.#next), ...this.#all.slice(0, this.#next)];
    const answering = inTurn.filter(({ isAnswering }) => isAnswering);
    return (answering.length > 0 ? answering : inTurn).reduce((best, app) =>
      app.openCount < best.openCount ? app : best,
    );
  }
}
