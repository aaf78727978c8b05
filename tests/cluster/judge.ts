import type { Failure, Post } from "./load.ts";

// A sender notes the outcome of what it handed over within it.
const NOTED_MS = 1_000;
const WRITES_BACK_MS = 3_000;
const LIVE_MS = 5_000;
/** Faults in which no post may fail. */
const SILENT = ["upgrade", "downgrade", "nodes-drained", "worker-killed", "etcd-quorum-lost"];

/** What came to a webhook or mailbox, by an id that stays in repetitions; ms since 1970. */
type Delivery = { id: string; at: number };

/** What happened in a drill; times are in ms since 1970. */
export type Evidence = {
  fault: string;
  began_at: number;
  /** When each new primary began to take writes, as its own log says. */
  failovers: readonly number[];
  /** Whether the fault had to lead to a new primary. */
  isFailover: boolean;
  posts: readonly Post[];
  /** How many updates are stored by each key. */
  stored: ReadonlyMap<string, number>;
  events: readonly Delivery[];
  mails: readonly Delivery[];
  /** Keys that mails name. */
  told: ReadonlySet<string>;
  failedPosts: readonly Failure[];
  reads: number;
  failedReads: readonly Failure[];
  slowest_read_ms: number;
  /** Changes that each live client heard of, those of stopped nodes aside. */
  heard: readonly (readonly number[])[];
};

/** Counts are of posts; times in milliseconds. */
export type Verdict = {
  fault: string;
  /** New primaries beyond the one that the fault led to: the machine was too busy. */
  other_failovers: number;
  posts: number;
  reads: number;
  /** The longest time without an acknowledged post. */
  gap_ms: number;
  /** From the new primary's first writes to the next acknowledged post; null: no new primary. */
  after_primary_ms: number | null;
  failed_posts: number;
  failed_reads: number;
  slowest_read_ms: number;
  lost: number;
  doubled: number;
  events: Compared;
  mails: Compared;
  /** The longest time from a post's acknowledgment until a live client heard of it. */
  live_ms: number;
  live_missed: number;
  reasons: string[];
};

type Compared = {
  missed: number;
  /** More ids than updates. */
  doubled: number;
  repeated: number;
  /** Repetitions beyond one of each that was in flight when the fault came, or later. */
  unexplained: number;
};

function longestGap(posts: readonly Post[]): number {
  const times = posts.map(({ acknowledged_at }) => acknowledged_at);
  return Math.max(0, ...times.slice(1).map((at, index) => at - (times[index] ?? at)));
}

function afterPrimary(posts: readonly Post[], accepted_at: number): number {
  const next = posts.find(({ acknowledged_at }) => acknowledged_at >= accepted_at);
  return next ? next.acknowledged_at - accepted_at : Number.POSITIVE_INFINITY;
}

/** Compares what came with what had to come once. */
function compare(came: readonly Delivery[], expected: number, began_at: number): Compared {
  const byId = [...Map.groupBy(came, ({ id }) => id).values()];
  const isInFlight = (all: Delivery[]) =>
    Math.min(...all.map(({ at }) => at)) >= began_at - NOTED_MS;
  const explained = byId.filter((all) => all.length > 1 && isInFlight(all)).length;
  const repeated = came.length - byId.length;
  return {
    missed: Math.max(0, expected - byId.length),
    doubled: Math.max(0, byId.length - expected),
    repeated,
    unexplained: repeated - explained,
  };
}

/** How long after each post a live client heard of a change; null: never. */
function delays(heard: readonly number[], posts: readonly Post[]): (number | null)[] {
  return posts.map(({ sent_at, acknowledged_at }) => {
    const next = heard.find((at) => at >= sent_at);
    return next === undefined ? null : Math.max(0, next - acknowledged_at);
  });
}

function countReasons(failures: readonly Failure[]): string[] {
  const counts = Map.groupBy(failures, ({ reason }) => reason.replace(/\s+/g, " ").slice(0, 80));
  return [...counts].map(([reason, all]) => `${all.length} × ${reason}`);
}

/** Compares what was acknowledged with what is stored, and with what everybody was told. */
export function judge(evidence: Evidence): Verdict {
  const { fault, began_at, failovers, isFailover, posts, stored, told, heard } = evidence;
  const accepted_at = failovers.find((at) => at >= began_at) ?? Number.NaN;
  const mails = compare(evidence.mails, stored.size, began_at);
  const untold = [...stored.keys()].filter((key) => !told.has(key)).length;
  const later = isFailover ? posts.filter(({ sent_at }) => sent_at >= accepted_at) : posts;
  return {
    fault,
    other_failovers: Math.max(0, failovers.length - Number(isFailover)),
    posts: posts.length,
    reads: evidence.reads,
    gap_ms: longestGap(posts),
    after_primary_ms: isFailover ? afterPrimary(posts, accepted_at) : null,
    failed_posts: evidence.failedPosts.length,
    failed_reads: evidence.failedReads.length,
    slowest_read_ms: evidence.slowest_read_ms,
    lost: posts.filter(({ key }) => !stored.has(key)).length,
    doubled: [...stored.values()].filter((count) => count > 1).length,
    events: compare(evidence.events, stored.size, began_at),
    mails: { ...mails, missed: Math.max(untold, mails.missed) },
    live_ms: Math.max(0, ...heard.flatMap((one) => delays(one, later).map((ms) => ms ?? 0))),
    live_missed: heard.flatMap((one) => delays(one, posts)).filter((ms) => ms === null).length,
    reasons: [...countReasons(evidence.failedPosts), ...countReasons(evidence.failedReads)],
  };
}

/** What must hold whatever a busy machine does. */
function losses({ posts, reads, lost, doubled, events, mails, failed_reads }: Verdict) {
  return {
    "nothing was posted": Number(posts === 0),
    "nothing was read": Number(reads === 0),
    "posts lost": lost,
    "posts doubled": doubled,
    "events missed": events.missed,
    "events doubled": events.doubled,
    "mails missed": mails.missed,
    "mails doubled": mails.doubled,
    "reads failed": failed_reads,
  };
}

/** What must hold unless the database changed its primary without being asked. */
function delaysOf({ fault, after_primary_ms, live_ms, ...one }: Verdict) {
  return {
    "posts failed": SILENT.includes(fault) ? one.failed_posts : 0,
    // Without a time in the log, none was in time.
    "ms until writes were back":
      after_primary_ms === null ? 0 : over(after_primary_ms, WRITES_BACK_MS),
    "ms until a live client heard": over(live_ms, LIVE_MS),
    "changes missed by live clients": one.live_missed,
    "events repeated though not in flight": one.events.unexplained,
    "mails repeated though not in flight": one.mails.unexplained,
  };
}

function over(ms: number, limit_ms: number): number {
  return ms <= limit_ms ? 0 : ms;
}

/** What must never be. */
export function complaints(verdict: Verdict): string[] {
  const rules = { ...losses(verdict), ...(verdict.other_failovers === 0 && delaysOf(verdict)) };
  return Object.entries(rules)
    .filter(([, count]) => count !== 0)
    .map(([what, count]) => `${verdict.fault}: ${what}: ${count}`);
}

const seconds = (ms: number | null) => (ms === null ? "-" : `${(ms / 1_000).toFixed(1)} s`);

export function tableOf(verdicts: readonly Verdict[]): string {
  const head = [
    ...["fault", "posts", "longest gap", "after new primary", "posts failed", "reads failed"],
    ...["slowest read", "lost", "doubled", "events missed, repeated", "mails missed, repeated"],
    ...["live clients, at most", "other failovers"],
  ];
  const rows = verdicts.map((one) => [
    one.fault,
    String(one.posts),
    seconds(one.gap_ms),
    seconds(one.after_primary_ms),
    String(one.failed_posts),
    `${one.failed_reads} of ${one.reads}`,
    seconds(one.slowest_read_ms),
    String(one.lost),
    String(one.doubled),
    `${one.events.missed}, ${one.events.repeated}`,
    `${one.mails.missed}, ${one.mails.repeated}`,
    `${seconds(one.live_ms)}${one.live_missed > 0 ? `, ${one.live_missed} missed` : ""}`,
    String(one.other_failovers),
  ]);
  const widths = head.map((name, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0), name.length),
  );
  const line = (row: string[]) => row.map((text, at) => text.padEnd(widths[at] ?? 0)).join("  ");
  return [head, ...rows].map((row) => line(row).trimEnd()).join("\n");
}
