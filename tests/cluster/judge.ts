import type { Machine } from "./database.ts";
import type { Load, Post } from "./load.ts";
import type { Watched, World } from "./world.ts";

const KEY = /\bw\d+-\d+\b/g;
const STORED = `
  select description as key, count(*)::integer as count from incident_updates
  where status_page_id = $1 and description ~ '^w\\d+-\\d+$' group by description`;

/** Counts are of posts; times in milliseconds. */
export type Verdict = {
  fault: string;
  posts: number;
  /** The longest time without an acknowledged post. */
  gap_ms: number;
  /** From the new primary's first writes to the next acknowledged post; null: no new primary. */
  after_primary_ms: number | null;
  failed_posts: number;
  failed_reads: number;
  slowest_read_ms: number;
  lost: number;
  doubled: number;
  events_missed: number;
  events_repeated: number;
  mails_missed: number;
  mails_repeated: number;
  /** The longest time from a post's acknowledgment until a live client heard of it. */
  live_ms: number;
  live_missed: number;
  reasons: string[];
};

function longestGap(posts: readonly Post[]): number {
  const times = posts.map(({ acknowledged_at }) => acknowledged_at);
  return Math.max(0, ...times.slice(1).map((at, index) => at - (times[index] ?? at)));
}

function afterPrimary(posts: readonly Post[], accepted_at: number): number {
  const next = posts.find(({ acknowledged_at }) => acknowledged_at >= accepted_at);
  return next ? next.acknowledged_at - accepted_at : Number.NaN;
}

/** What came, compared with what had to come once. */
function compare(came: readonly string[], expected: number) {
  const distinct = new Set(came).size;
  return { missed: Math.max(0, expected - distinct), repeated: came.length - distinct };
}

function countReasons(failures: readonly { reason: string }[]): string[] {
  const counts = Map.groupBy(failures, ({ reason }) => reason.replace(/\s+/g, " ").slice(0, 80));
  return [...counts].map(([reason, all]) => `${all.length} × ${reason}`);
}

/** Compares what was acknowledged with what is stored, and with what everybody was told. */
export async function judge(
  fault: string,
  { world, page, load }: { world: World; page: Watched; load: Load },
  primary: Machine | null,
): Promise<Verdict> {
  const { posts, writers, readers, listeners } = load;
  const rows = await world.query<{ key: string; count: number }>(STORED, [page.id]);
  const stored = new Map(rows.map(({ key, count }) => [key, count]));
  const ids = page.receiver.received.map(({ headers }) => String(headers["webhook-id"]));
  const mails = world.mails.to(page.email).map(({ mail }) => mail.messageId ?? "");
  const told = world.mails.to(page.email).flatMap(({ mail }) => mail.text?.match(KEY) ?? []);
  const [events, letters] = [compare(ids, stored.size), compare(mails, new Set(told).size)];
  const delays = listeners.filter(({ wasDown }) => !wasDown).flatMap((one) => one.delays(posts));
  const failedPosts = writers.flatMap(({ failures }) => failures);
  const failedReads = readers.flatMap(({ failures }) => failures);
  return {
    fault,
    posts: posts.length,
    gap_ms: longestGap(posts),
    after_primary_ms: primary && afterPrimary(posts, primary.acceptedAt),
    failed_posts: failedPosts.length,
    failed_reads: failedReads.length,
    slowest_read_ms: Math.max(...readers.map(({ slowest_ms }) => slowest_ms)),
    lost: posts.filter(({ key }) => !stored.has(key)).length,
    doubled: [...stored.values()].filter((count) => count > 1).length,
    events_missed: events.missed,
    events_repeated: events.repeated,
    mails_missed: [...stored.keys()].filter((key) => !told.includes(key)).length,
    mails_repeated: letters.repeated,
    live_ms: Math.max(0, ...delays.filter((delay) => delay !== null)),
    live_missed: delays.filter((delay) => delay === null).length,
    reasons: [...countReasons(failedPosts), ...countReasons(failedReads)],
  };
}

/** Faults after which no request may fail. */
const SILENT = ["upgrade", "nodes-drained"];

/** What must never be. */
export function complaints(verdict: Verdict): string[] {
  const { fault, lost, doubled, events_missed, mails_missed, failed_posts, failed_reads } = verdict;
  const failed = failed_reads + (SILENT.includes(fault) ? failed_posts : 0);
  return Object.entries({ lost, doubled, events_missed, mails_missed, failed })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${fault}: ${what} ${count}`);
}

const seconds = (ms: number | null) => (ms === null ? "-" : `${(ms / 1_000).toFixed(1)} s`);

export function tableOf(verdicts: readonly Verdict[]): string {
  const head = [
    ...["fault", "posts", "longest gap", "after new primary", "posts failed", "reads failed"],
    ...["slowest read", "lost", "doubled", "events missed, repeated", "mails missed, repeated"],
    ...["live clients, at most"],
  ];
  const rows = verdicts.map((one) => [
    one.fault,
    String(one.posts),
    seconds(one.gap_ms),
    seconds(one.after_primary_ms),
    String(one.failed_posts),
    String(one.failed_reads),
    seconds(one.slowest_read_ms),
    String(one.lost),
    String(one.doubled),
    `${one.events_missed}, ${one.events_repeated}`,
    `${one.mails_missed}, ${one.mails_repeated}`,
    `${seconds(one.live_ms)}${one.live_missed > 0 ? `, ${one.live_missed} missed` : ""}`,
  ]);
  const widths = head.map((name, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0), name.length),
  );
  const line = (row: string[]) => row.map((text, at) => text.padEnd(widths[at] ?? 0)).join("  ");
  return [head, ...rows].map((row) => line(row).trimEnd()).join("\n");
}
