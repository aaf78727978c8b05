import { expect, test } from "@playwright/test";
import { CircuitBreakers } from "#lib/platform/limits/adaptive-rate.ts";
import { PageQueue, type Share, ShareUsage, ShareWaitlist } from "#lib/platform/limits/shares.ts";

const ALL: Share = { name: "all", attempts: 3, bytes: 100 };
const ONE: Share = { name: "one", attempts: 2, bytes: 100 };
const OTHER: Share = { name: "other", attempts: 2, bytes: 100 };

test("a share is full when its places or its bytes are taken, for others at most what all leave", () => {
  const places = new ShareUsage();
  const release = places.take([ALL, ONE], 10);
  places.take([ALL, ONE], 10);
  expect(places.full([ALL, ONE], 10)?.name).toBe("one");
  expect(places.full([ALL, OTHER], 81)?.name).toBe("all");
  expect(places.full([ALL, OTHER], 80)).toBeUndefined();
  places.take([ALL, OTHER], 10);
  expect(places.full([ALL, OTHER], 1)?.name).toBe("all");
  release();
  expect(places.full([ALL, ONE], 1)).toBeUndefined();
});

test("what is larger than any share goes alone, but it goes", () => {
  const places = new ShareUsage();
  expect(places.full([ALL, ONE], 1_000)).toBeUndefined();
  places.take([ALL, ONE], 1_000);
  expect(places.full([ALL, OTHER], 1)?.name).toBe("all");
});

test("whoever gave no answer five times in a row is left alone for a time that doubles up to five minutes", () => {
  const breakers = new CircuitBreakers();
  for (let n = 0; n < 4; n++) breakers.gaveNoAnswer("a", 0);
  expect(breakers.state("a", 0)).toBe("closed");
  breakers.answered("a", 0);
  for (let n = 0; n < 5; n++) breakers.gaveNoAnswer("a", 0);
  expect([breakers.state("a", 9_999), breakers.state("b", 0)]).toEqual(["open", "closed"]);
  // What began before it opened does not count again.
  breakers.gaveNoAnswer("a", 9_999);
  let now_ms = 10_000;
  for (const pause_ms of [20_000, 40_000, 80_000, 160_000, 300_000, 300_000]) {
    expect(breakers.state("a", now_ms)).toBe("half_open");
    breakers.gaveNoAnswer("a", now_ms);
    expect(breakers.opensAt("a")).toBe(now_ms + pause_ms);
    now_ms += pause_ms;
  }
  breakers.answered("a", now_ms);
  expect(breakers.state("a", now_ms)).toBe("closed");
});

test("whoever asks for a pause gets it to the second, whatever earlier attempts say, and is then tried once", () => {
  const breakers = new CircuitBreakers();
  breakers.askedToWait("a", 0, 45_000);
  breakers.askedToWait("a", 1_000, 5_000);
  breakers.answered("a", 2_000);
  expect([breakers.state("a", 44_999), breakers.state("b", 0)]).toEqual(["open", "closed"]);
  expect(breakers.state("a", 45_000)).toBe("half_open");
  breakers.answered("a", 45_000);
  expect(breakers.state("a", 45_000)).toBe("closed");
});

test("a page is looked at once at a time, four pages at once, and again for what comes meanwhile", async () => {
  const ends: (() => void)[] = [];
  const begun: [number, string][] = [];
  const looks = new PageQueue((page, due_at) => {
    begun.push([page, due_at]);
    return new Promise((resolve) => ends.push(() => resolve(false)));
  });
  const first = looks.enqueue(1, "1");
  void looks.enqueue(1, "3");
  void looks.enqueue(1, "2");
  for (const page of [2, 3, 4, 5]) void looks.enqueue(page, "1");
  expect(begun.map(([page]) => page)).toEqual([1, 2, 3, 4]);
  ends[0]?.();
  await first;
  expect(begun.slice(4)).toEqual([[1, "3"]]);
  ends[1]?.();
  await expect.poll(() => begun.slice(5)).toEqual([[5, "1"]]);
});

test("who waits for room is served in order, while there is some, and once", async () => {
  const places = new ShareUsage();
  const releases = [places.take([ALL], 1), places.take([ALL], 1), places.take([ALL], 1)];
  const looked: number[] = [];
  const waiting = new ShareWaitlist(places, async (page) => {
    looked.push(page);
    places.take([ALL], 1);
  });
  for (const page of [7, 8, 7, 9]) waiting.add(ALL, page);
  await waiting.serve([ALL]);
  expect(looked).toEqual([]);
  releases[0]?.();
  releases[1]?.();
  await waiting.serve([ALL]);
  expect([looked, waiting.pages()]).toEqual([[7, 8], [9]]);
});
