import { existsSync, readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { expect, test } from "@playwright/test";
import { renderTexts } from "#lib/core/markdown/rendered.ts";
import { openThreads } from "#lib/core/markdown/threads.ts";

/** The niceness of each thread of this process. */
function nicenesses(): number[] {
  return readdirSync("/proc/self/task").flatMap((thread) => {
    const path = `/proc/self/task/${thread}/stat`;
    // It may have ended meanwhile.
    if (!existsSync(path)) return [];
    return Number(readFileSync(path, "utf8").split(") ")[1]?.split(" ")[16]);
  });
}

test("large texts are rendered by a thread that yields to the one that answers requests", async () => {
  test.skip(process.platform !== "linux", "elsewhere threads have no priority of their own");
  const before = getPriority();
  const close = openThreads();
  try {
    const text = `**large** ${"words ".repeat(3_000)}${Math.random()}`;
    const html = (await renderTexts([text])).get(text);
    expect(html).toContain("<strong>large</strong>");
    expect(getPriority()).toBe(before);
    await expect.poll(() => Math.max(...nicenesses())).toBeGreaterThan(before);
  } finally {
    await close();
  }
});
