import type { Counts } from "#lib/api/rate-limit.ts";
import type { Announcement } from "#lib/core/transaction/announce.ts";
import type { HostMessage } from "#lib/domains/host-directory/hosts.ts";

/** What the supervisor says to the processes that it started. */
export type ToChild =
  /** Something changed: to be answered with `dropped` once nothing of before is shown. */
  | { kind: "change"; announcement: Announcement }
  /** Everybody dropped what the process announced. */
  | { kind: "dropped"; id: string }
  /** Whether changes made on other nodes are heard. */
  | { kind: "hears"; heard: boolean }
  /** What a front kept when it said so and must not show any more, by tag; `asked_at` is echoed. */
  | { kind: "withdrawn"; tags: string[]; asked_at: number }
  /** Where the database is, as soon as there is one. */
  | { kind: "database"; found: { DATABASE_URL?: string; APP_SECRET?: string }; embedded: boolean }
  /** What another front counted. */
  | { kind: "counted"; counts: Counts }
  /** Of hosts and their certificates. */
  | HostMessage
  /** Everything is ready, and the operator may be told. */
  | { kind: "greet" }
  | { kind: "stop" };

/** What they say to it. */
export type FromChild =
  /** It begins, and hears. */
  | { kind: "hello" }
  | { kind: "ready" }
  /** The database has this program's schema and belongs to it. */
  | { kind: "prepared" }
  /** It cannot start, through the operator's fault or, where `line` is null, as the log says. */
  | { kind: "refused"; line: string | null }
  | { kind: "changed"; announcement: Announcement }
  | { kind: "dropped"; id: string }
  /** What a front counted since it last said so: requests of clients. */
  | { kind: "counted"; counts: Counts }
  /** Somebody waits for what a node that begins is to present for a host. */
  | { kind: "host_wanted"; name: string }
  /** An app, the first is 0, has said nothing for so long that it has to be killed. */
  | { kind: "hopeless"; app: number }
  /** What a front keeps: tags, and when the oldest copy was made, in milliseconds since 1970. */
  | { kind: "kept"; made: [tag: string, made_at: number][]; asked_at: number };
