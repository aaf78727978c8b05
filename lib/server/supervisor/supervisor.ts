import { setTimeout as sleep } from "node:timers/promises";
import { closeDatabase } from "#db/index.ts";
import type { Announcement } from "#lib/core/transaction/announce.ts";
import { listenForChanges } from "#lib/core/transaction/listen.ts";
import { HostKeeper } from "#lib/domains/host-directory/keeper.ts";
import { env } from "#lib/platform/config/env.ts";
import { log } from "#lib/platform/log.ts";
import { measure, measureProcess } from "#lib/platform/metrics.ts";
import { programFile } from "#lib/server/build/programs.ts";
import type { FromChild, ToChild } from "#lib/server/ipc/messages.ts";
import { Scrapes } from "#lib/server/metrics/scrapes.ts";
import { serveMetrics } from "#lib/server/metrics/serve.ts";
import { watchPurging } from "#lib/server/purge/run-purges.ts";
import { Child } from "#lib/server/supervisor/child.ts";
import { makeSocketPath, removeSocketPath, socketOf } from "#lib/server/supervisor/http.ts";
import { Hub } from "#lib/server/supervisor/hub.ts";
import { findWithdrawn } from "#lib/server/supervisor/withdrawals.ts";

/**
 * Limits V8's young generation and heap growth: by default garbage piles up while memory is free.
 */
function memoryOptions(new_objects_mib: number): string[] {
  return [`--max-semi-space-size=${new_objects_mib}`, "--heap-growing-percent=40"];
}

function several<T>(count: number, make: (number: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index + 1));
}

type Refuse = (line: string | null) => void;

/** Starts and watches the processes of this node, and relays their messages. */
export class Supervisor {
  readonly #hub = new Hub();
  readonly #scrapes = new Scrapes();
  readonly #hosts = new HostKeeper((message) => {
    for (const front of this.#fronts) front.send(message);
  });
  readonly #socket = makeSocketPath();
  readonly #refuse: Refuse;
  readonly #build: string | null;
  readonly #common: readonly string[];
  readonly #fronts: readonly Child[];
  readonly #apps: readonly Child[];
  readonly #worker: Child;
  #isPrepared = false;
  #database: (ToChild & { kind: "database" }) | null = null;
  #isAnnounced = false;
  #isDraining = false;
  #stopListening = async (): Promise<void> => {};
  #stopMetrics = async (): Promise<void> => {};
  readonly #stop = new AbortController();

  /**
   * @param build null: development, from source
   * @param refuse is called when a process cannot start, with a line for the operator
   */
  constructor(build: string | null, refuse: Refuse) {
    this.#refuse = refuse;
    this.#build = build;
    this.#common = build ? [] : ["--dev"];
    this.#fronts = several(env().FRONTS, (number) => this.#makeFront(number));
    this.#apps = several(env().APPS, (number) => this.#makeApp(number));
    this.#worker = new Child({
      name: "worker",
      file: programFile("worker", this.#build),
      options: memoryOptions(4),
      args: () => [],
      onMessage: (message, child) => this.#onMessage(message, child),
      onEnd: (child) => this.#scrapes.ended(child),
    });
    for (const front of this.#fronts) this.#hub.add(front, "front");
    for (const app of this.#apps) this.#hub.add(app, "app");
  }

  async start(): Promise<void> {
    measureProcess("supervisor");
    const help = "Whether changes of other nodes are heard";
    measure({ name: "allclear_listening", help, type: "gauge" }, () =>
      Number(this.#hub.isListening),
    );
    this.#stopMetrics = await serveMetrics(() =>
      this.#scrapes.collect([...this.#fronts, ...this.#apps, this.#worker]),
    );
    this.#hosts.open();
    for (const front of this.#fronts) front.start();
    this.#apps[0]?.start();
  }

  async open(embedded: boolean): Promise<void> {
    const { DATABASE_URL, APP_SECRET } = env();
    this.#database = { kind: "database", settings: { DATABASE_URL, APP_SECRET }, embedded };
    for (const app of this.#apps) app.send(this.#database);
    this.#hosts.open();
    void watchPurging(this.#stop.signal, () => {
      for (const front of this.#fronts) front.send({ kind: "purging" });
    });
    let up = false;
    this.#stopListening = await listenForChanges({
      onChange: (announcement) => void this.#hub.announce(announcement),
      onHost: (name) => this.#hosts.changed(name),
      onUp: () => {
        up = true;
        this.#hub.setListening(true);
        this.#hosts.sweep();
      },
      onDown: () => this.#hub.setListening(false),
    });
    if (up) return;
    this.#hub.setListening(false);
    this.#hosts.completed();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    const working = this.#worker.stop();
    await this.#drain();
    await Promise.all([working, ...this.#fronts.map((front) => front.stop())]);
    await Promise.all(this.#apps.map((app) => app.stop()));
    await Promise.all([this.#stopListening(), this.#stopMetrics()]);
    this.#hosts.close();
    await closeDatabase();
    removeSocketPath(this.#socket);
  }

  kill(): void {
    for (const child of [...this.#fronts, ...this.#apps, this.#worker]) child.kill();
    removeSocketPath(this.#socket);
  }

  /** Gives load balancers time to see that this node is not ready. */
  async #drain(): Promise<void> {
    if (!this.#isAnnounced || env().DRAIN_SECONDS === 0) return;
    this.#isDraining = true;
    for (const front of this.#fronts) front.send({ kind: "drain" });
    await sleep(env().DRAIN_SECONDS * 1_000);
  }

  #onMessage(message: FromChild, child: Child): void {
    switch (message.kind) {
      case "hello":
        this.#hub.started(child);
        if (this.#apps.includes(child) && this.#database) child.send(this.#database);
        if (this.#fronts.includes(child)) this.#hosts.sendAll((message) => child.send(message));
        if (this.#isDraining) child.send({ kind: "drain" });
        break;
      case "ready":
        this.#announceServing();
        this.#startWorker();
        break;
      case "prepared":
        this.#isPrepared = true;
        this.#hosts.sweep();
        for (const app of this.#apps) app.start();
        this.#startWorker();
        break;
      case "refused":
        this.#refuse(message.line);
        break;
      case "changed":
        void this.#relayChange(message.announcement, child);
        break;
      case "metrics":
        this.#scrapes.answered(message.id, message.metrics);
        break;
      case "counted":
        for (const front of this.#fronts) if (front !== child) front.send(message);
        break;
      case "dropped":
        this.#hub.dropped(child, message.id);
        break;
      case "host_requested":
        this.#hosts.prioritize(message.name);
        break;
      case "unresponsive":
        this.#restart(message.app);
        break;
      case "saved_copies":
        void findWithdrawn(message.copies).then((tags) =>
          child.send({ kind: "withdrawn", tags, asked_at: message.asked_at }),
        );
    }
  }

  async #relayChange(announcement: Announcement, maker: Child): Promise<void> {
    await this.#hub.announce(announcement, maker);
    maker.send({ kind: "dropped", id: announcement.id });
  }

  // After the app is ready: the start is busy enough.
  #startWorker(): void {
    if (this.#isPrepared && this.#isServing && env().WORKER === "inline") this.#worker.start();
  }

  #announceServing(): void {
    if (this.#isAnnounced || !this.#isServing) return;
    this.#isAnnounced = true;
    const { APP_URL: url, HOST: host, PORT: port } = env();
    log().info({ url, host, port }, "serving");
    this.#apps[0]?.send({ kind: "serving" });
  }

  #ended(child: Child): void {
    this.#hub.forget(child);
    this.#scrapes.ended(child);
  }

  get #isServing(): boolean {
    return this.#fronts.every(({ isReady }) => isReady) && this.#apps[0]?.isReady === true;
  }

  // Every front reports it: a later report may mean the replaced process.
  #restart(place: number): void {
    const app = this.#apps[place];
    if (!app?.isReady) return;
    log().error({ app: place + 1 }, "app process unresponsive for a minute: restarting it");
    app.restart();
  }

  #makeFront(number: number): Child {
    const sockets = several(env().APPS, (app) => this.#socketArgument(app));
    return new Child({
      name: `front-${number}`,
      file: programFile("front", this.#build),
      // With less, a cached page costs half as much again.
      options: memoryOptions(8),
      sharesPort: true,
      args: () => [...sockets, ...this.#common],
      env: { DATABASE_URL: "", APP_SECRET: "" },
      onMessage: (message, child) => this.#onMessage(message, child),
      onEnd: (child) => this.#ended(child),
    });
  }

  // The first app prepares the database; the others wait for it.
  #makeApp(number: number): Child {
    const own = [this.#socketArgument(number), ...(number === 1 ? ["--first"] : [])];
    return new Child({
      name: `app-${number}`,
      file: programFile("app", this.#build),
      // A large page is cheaper by a tenth than with 8.
      options: memoryOptions(16),
      // Cached pages take precedence over renders.
      niceness: 5,
      args: () => [...own, ...this.#common, ...(this.#isPrepared ? ["--prepared"] : [])],
      onMessage: (message, child) => this.#onMessage(message, child),
      onEnd: (child) => this.#ended(child),
    });
  }

  #socketArgument(app: number): string {
    return `--socket=${socketOf(this.#socket, app)}`;
  }
}
