import { expect, test } from "@playwright/test";
import { complaints, type Evidence, judge } from "#tests/cluster/judge.ts";

const FAULT_AT = 1_000_000;
const PRIMARY_AT = FAULT_AT + 10_000;
const TIMES = [FAULT_AT - 5_000, FAULT_AT - 100, PRIMARY_AT + 2_000, PRIMARY_AT + 2_100];
const KEYS = TIMES.map((_, index) => `w0-${index}`);
const delivered = TIMES.map((at, index) => ({ id: `id-${index}`, at: at + 20 }));
const [long, inFlight, , last] = delivered as [Delivery, Delivery, Delivery, Delivery];
type Delivery = (typeof delivered)[number];

/** A failover in which nothing went wrong. */
const RIGHT: Evidence = {
  fault: "machine-killed",
  began_at: FAULT_AT,
  failovers: [PRIMARY_AT],
  isFailover: true,
  posts: TIMES.map((at, index) => ({
    key: KEYS[index] ?? "",
    sent_at: at - 10,
    acknowledged_at: at,
  })),
  stored: new Map(KEYS.map((key) => [key, 1])),
  events: delivered,
  mails: delivered,
  told: new Set(KEYS),
  failedPosts: [{ at: FAULT_AT + 50, reason: "503" }],
  reads: 100,
  failedReads: [],
  slowest_read_ms: 20,
  heard: [TIMES],
};
const later = RIGHT.posts.map((post) =>
  post.sent_at < FAULT_AT ? post : { ...post, acknowledged_at: post.acknowledged_at + 1_001 },
);

const told = (changes: Partial<Evidence>) => complaints(judge({ ...RIGHT, ...changes }));

function withStored(keys: string[]): Partial<Evidence> {
  return { stored: new Map(keys.map((key) => [key, 1])), told: new Set(keys) };
}

const WRONG: [says: string, changes: Partial<Evidence>][] = [
  ["posts lost: 1", withStored([...KEYS.slice(1), "w9-9"])],
  ["posts doubled: 1", { stored: new Map([...RIGHT.stored, ["w0-0", 2]]) }],
  ["events missed: 1", { events: delivered.slice(1) }],
  ["events doubled: 1", { events: [...delivered, { id: "other", at: last.at }] }],
  ["events repeated though not in flight: 1", { events: [...delivered, long] }],
  ["events repeated though not in flight: 2", { events: [...delivered, ...Array(3).fill(last)] }],
  ["mails missed: 1", { mails: delivered.slice(1) }],
  ["mails missed: 1", { told: new Set(KEYS.slice(1)) }],
  ["mails doubled: 1", { mails: [...delivered, { id: "other", at: last.at }] }],
  ["mails repeated though not in flight: 1", { mails: [...delivered, long] }],
  ["reads failed: 1", { failedReads: [{ at: FAULT_AT, reason: "503" }] }],
  ["nothing was read: 1", { reads: 0 }],
  ["ms until writes were back: 3001", { posts: later, heard: [later.map(heardAt)] }],
  ["ms until writes were back: Infinity", { posts: RIGHT.posts.slice(0, 2) }],
  ["ms until writes were back: Infinity", { failovers: [] }],
  ["changes missed by live clients: 1", { heard: [TIMES, TIMES.slice(0, -1)] }],
  ["ms until a live client heard: 6100", { heard: [[...TIMES.slice(0, 2), PRIMARY_AT + 8_100]] }],
  ["posts failed: 1", { fault: "upgrade", isFailover: false, failovers: [] }],
];

function heardAt({ acknowledged_at }: Evidence["posts"][number]): number {
  return acknowledged_at;
}

for (const [says, changes] of WRONG)
  test(`the drill of a cluster complains: ${says}, of ${Object.keys(changes)}`, () => {
    expect(told(changes)).toEqual([expect.stringContaining(`: ${says}`)]);
  });

test("the drill of a cluster accepts repetitions of what was in flight, and a busy machine's failovers", () => {
  expect(told({})).toEqual([]);
  expect(told({ events: [...delivered, inFlight], mails: [...delivered, inFlight] })).toEqual([]);
  const failovers = [PRIMARY_AT, PRIMARY_AT + 60_000];
  expect(told({ posts: later, heard: [later.map(heardAt)], failovers })).toEqual([]);
  expect(told({ failovers, events: delivered.slice(1) })).toHaveLength(1);
});
