import { closeDatabase } from "#db/index.ts";
import type { Announcement } from "#lib/change/announce.ts";
import { listenForChanges } from "#lib/change/listen.ts";
import { env } from "#lib/env.ts";
import type { FromChild, ToChild } from "#lib/internal/messages.ts";
import { log } from "#lib/log.ts";
import { Child } from "#lib/server/child.ts";
import { Hub } from "#lib/server/hub.ts";
import { makeSocketPath, removeSocketPath } from "#lib/server/sockets.ts";
import { findWithdrawn } from "#lib/server/withdrawn.ts";

// Room for new objects. Not in the front: with so little, a cached page costs half as much again.
const LEAN = ["--max-semi-space-size=4"];

type Refuse = (line: string | null) => void;

/** Starts the processes of this node, watches them and passes on what they tell each other. */
export class Supervisor {
  readonly #hub = new Hub();
  readonly #socket = makeSocketPath();
  readonly #refuse: Refuse;
  readonly #front: Child;
  readonly #app: Child;
  readonly #worker: Child;
  #isPrepared = false;
  #database: (ToChild & { kind: "database" }) | null = null;
  #hasGreeted = false;
  #stopListening = async (): Promise<void> => {};

  /** @param refuse is called when a process cannot start, with a line for the operator */
  constructor(dev: boolean, refuse: Refuse) {
    this.#refuse = refuse;
    const common = [`--socket=${this.#socket}`, ...(dev ? ["--dev"] : [])];
    const heard = (message: FromChild, child: Child) => this.#hear(message, child);
    const onEnd = (child: Child) => this.#hub.forget(child);
    this.#front = new Child({
      name: "front",
      file: "lib/front/main.ts",
      args: () => common,
      env: { DATABASE_URL: "", APP_SECRET: "" },
      onMessage: heard,
      onEnd,
    });
    this.#app = new Child({
      name: "app",
      file: "app/main.ts",
      options: LEAN,
      args: () => [...common, ...(this.#isPrepared ? ["--prepared"] : [])],
      onMessage: heard,
      onEnd,
    });
    this.#worker = new Child({
      name: "worker",
      file: "lib/jobs/main.ts",
      options: LEAN,
      args: () => [],
      onMessage: () => {},
      onEnd: () => {},
    });
    for (const member of [this.#front, this.#app]) this.#hub.add(member);
  }

  /** Serves saved pages from now on. */
  start(): void {
    this.#front.start();
    this.#app.start();
  }

  /** Serves everything, as soon as the database of the environment can be reached. */
  async open(embedded: boolean): Promise<void> {
    const { DATABASE_URL, APP_SECRET } = env();
    this.#database = { kind: "database", found: { DATABASE_URL, APP_SECRET }, embedded };
    this.#app.send(this.#database);
    let up = false;
    this.#stopListening = await listenForChanges({
      onChange: (announcement) => void this.#hub.tell(announcement),
      onUp: () => {
        up = true;
        this.#hub.hears(true);
      },
      onDown: () => this.#hub.hears(false),
    });
    if (!up) this.#hub.hears(false);
  }

  /** Lets what is under way finish. */
  async stop(): Promise<void> {
    await Promise.all([this.#front.stop(), this.#worker.stop()]);
    await this.#app.stop();
    await this.#stopListening();
    await closeDatabase();
    removeSocketPath(this.#socket);
  }

  kill(): void {
    for (const child of [this.#front, this.#app, this.#worker]) child.kill();
    removeSocketPath(this.#socket);
  }

  #hear(message: FromChild, child: Child): void {
    switch (message.kind) {
      case "hello":
        this.#hub.welcome(child);
        if (child === this.#app && this.#database) child.send(this.#database);
        break;
      case "ready":
        this.#greet();
        this.#work();
        break;
      case "prepared":
        this.#isPrepared = true;
        this.#work();
        break;
      case "refused":
        this.#refuse(message.line);
        break;
      case "changed":
        void this.#pass(message.announcement, child);
        break;
      case "dropped":
        this.#hub.dropped(child, message.id);
        break;
      case "hopeless":
        log().error("the app has said nothing for a minute: killing it");
        this.#app.restart();
        break;
      case "kept":
        void findWithdrawn(message.made).then((tags) =>
          child.send({ kind: "withdrawn", tags, asked_at: message.asked_at }),
        );
    }
  }

  async #pass(announcement: Announcement, maker: Child): Promise<void> {
    await this.#hub.tell(announcement, maker);
    maker.send({ kind: "dropped", id: announcement.id });
  }

  // Not before the app is ready: at the start there is enough to do.
  #work(): void {
    if (this.#isPrepared && this.#app.isReady && env().WORKER === "inline") this.#worker.start();
  }

  #greet(): void {
    if (this.#hasGreeted || !this.#front.isReady || !this.#app.isReady) return;
    this.#hasGreeted = true;
    const { APP_URL: url, HOST: host, PORT: port } = env();
    log().info({ url, host, port }, "serving");
    this.#app.send({ kind: "greet" });
  }
}
