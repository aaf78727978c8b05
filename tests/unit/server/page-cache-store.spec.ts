import { expect, test } from "@playwright/test";
import { type Copy, Store } from "#lib/server/cache/store.ts";
import { Variants } from "#lib/server/cache/variants.ts";

function copyOf(key: string, began: number, bytes = 10): Copy {
  const variants = new Variants({
    etag: '"a"',
    headers: [],
    body: Buffer.alloc(bytes),
    compressible: false,
  });
  return { key, tag: "page:1", variants, began, rendered_at: 0, expires_at: 60_000, failure: null };
}

test("a render that began before a change is kept for failures only, and not after a withdrawal", () => {
  const store = new Store();
  const overtaken = copyOf("a", store.begin());
  store.changed("page:1");
  expect(store.put(overtaken)).toBe(false);
  expect(store.freshness(store.get("a") as Copy, 0)).toBe("changed");
  const current = copyOf("a", store.begin());
  expect(store.put(current)).toBe(true);
  store.put(overtaken);
  expect(store.get("a")).toBe(current);
  for (const withdraw of [() => store.deleteTag("page:1"), () => store.changedAll()]) {
    store.delete("a");
    const shown = copyOf("a", store.begin());
    withdraw();
    store.changed("page:1");
    expect(store.put(shown)).toBe(false);
    expect(store.get("a")).toBeUndefined();
  }
});

test("a change of one page leaves the copies of others fresh", () => {
  const store = new Store();
  store.put(copyOf("a", store.begin()));
  store.changed("page:2");
  expect(store.freshness(copyOf("a", 0), 1)).toBe("fresh");
  store.changed("page:1");
  expect(store.freshness(copyOf("a", 0), 1)).toBe("changed");
});

test("a changed copy is kept as the last good one", () => {
  const store = new Store();
  store.put(copyOf("a", store.begin()));
  store.changedAll();
  expect(store.get("a")).toBeDefined();
});

test("while nobody would tell of a change, copies live 5 seconds at most", () => {
  const store = new Store();
  const copy = copyOf("a", store.begin());
  expect(store.freshness(copy, 5_000)).toBe("fresh");
  store.setListening(false);
  expect(store.freshness(copy, 4_999)).toBe("fresh");
  expect(store.freshness(copy, 5_000)).toBe("expired");
});

test("a copy restored from elsewhere is never taken for a current one", () => {
  const store = new Store();
  store.restore(copyOf("a", store.begin()));
  const copy = store.get("a");
  expect(copy && store.freshness(copy, 0)).toBe("changed");
});

test("the store is bounded in bytes", () => {
  const store = new Store(100_000);
  for (let index = 0; index < 50; index++) store.put(copyOf(`key ${index}`, store.begin(), 10_000));
  const kept = Array.from({ length: 50 }, (_, index) => store.get(`key ${index}`)).filter(Boolean);
  expect(kept.length).toBeGreaterThan(2);
  expect(kept.length).toBeLessThanOrEqual(6);
});
