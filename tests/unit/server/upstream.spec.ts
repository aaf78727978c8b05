import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { Apps } from "#lib/server/front/apps.ts";
import { AppLost } from "#lib/server/front/exchange.ts";
import { looksUntil } from "#tests/support/server/looks.ts";

const APP = fileURLToPath(new URL("../../support/stand-ins/busy-app.ts", import.meta.url));

test.skip(process.platform !== "linux", "processor time is read in /proc");

/** What comes of a request beneath which the app does something else. */
async function outcomeOf(path: string): Promise<number | unknown> {
  const folder = await mkdtemp(join(tmpdir(), "allclear-upstream-"));
  const socket = join(folder, "socket");
  const app = fork(APP, [socket]);
  await once(app, "message");
  const apps = new Apps([socket], false, () => {});
  try {
    const pulse = () =>
      apps.get("/", [], "long").then(
        () => true,
        () => false,
      );
    await looksUntil(pulse);
    return await apps.get(path, [], "long").then(
      ({ status }) => status,
      (error) => error,
    );
  } finally {
    app.kill("SIGKILL");
    await apps.close();
    await rm(folder, { recursive: true });
  }
}

test("an app that gets little of a busy machine is waited for", async () => {
  expect(await outcomeOf("/held-up")).toBe(204);
});

test("an app that is stopped or runs in a loop is given up", async () => {
  const outcomes = await Promise.all([outcomeOf("/stopped"), outcomeOf("/in-a-loop")]);
  for (const outcome of outcomes) expect(outcome).toBeInstanceOf(AppLost);
});
