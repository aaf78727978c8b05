import { expect, test } from "@playwright/test";
import { listen } from "#app/(admin)/_shell/listen.ts";

const real = { EventSource: globalThis.EventSource, random: Math.random };
test.afterEach(() => {
  globalThis.EventSource = real.EventSource;
  Math.random = real.random;
});

test("an open screen connects again after a proxy's refusal, and looks at what it missed", async () => {
  const sources: Fake[] = [];
  class Fake {
    static readonly CLOSED = 2;
    readyState = 1;
    onerror = () => {};
    readonly url: string;
    constructor(url: string) {
      this.url = url;
      sources.push(this);
    }
    addEventListener(): void {}
    close(): void {
      this.readyState = Fake.CLOSED;
    }
  }
  globalThis.EventSource = Fake as unknown as typeof EventSource;
  Math.random = () => 0;
  let changes = 0;
  const end = listen("acme", () => {
    changes += 1;
  });
  sources[0]?.onerror();
  Object.assign(sources[0] ?? {}, { readyState: Fake.CLOSED });
  sources[0]?.onerror();
  await expect.poll(() => sources.map(({ url }) => url)).toEqual(Array(2).fill("/s/acme/live"));
  expect(changes).toBe(1);
  end();
  expect(sources.map(({ readyState }) => readyState)).toEqual([Fake.CLOSED, Fake.CLOSED]);
});
