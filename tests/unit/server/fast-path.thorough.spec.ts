import { expect, test } from "@playwright/test";
import { generator } from "#tests/support/data/random.ts";
import { openPair, play } from "#tests/support/http/fronts.ts";
import { anyScript, damaged } from "#tests/support/http/odd-requests.ts";

const FUZZED_MS = 600_000;

test("ten minutes of damaged requests are answered the same with the fast path and without", async () => {
  test.setTimeout(2 * FUZZED_MS);
  const fronts = await openPair();
  const random = generator(Number(process.env.TEST_SEED) + 1);
  const until = performance.now() + FUZZED_MS;
  while (performance.now() < until) {
    const { chunks, ends } = anyScript(random);
    const broken = chunks.map((chunk) => damaged(damaged(chunk, random), random));
    const [fast, plain] = await play(fronts, { chunks: broken, ends });
    if (JSON.stringify(fast) !== JSON.stringify(plain))
      expect(fast, JSON.stringify(broken)).toEqual(plain);
  }
});
