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

/** An app of the test's own, and the front's view of it. */
async function openApp() {
  const folder = await mkdtemp(join(tmpdir(), "allclear-upstream-"));
  const socket = join(folder, "socket");
  const app = fork(APP, [socket]);
  await once(app, "message");
  const apps = new Apps([socket], false, () => {});
  const close = async () => {
    app.kill("SIGKILL");
    await apps.close();
    await rm(folder, { recursive: true });
  };
  const answers = () =>
    apps.get("/", [], "long").then(
      () => true,
      () => false,
    );
  await looksUntil(answers);
  return { app, apps, close };
}

/** What comes of a request beneath which the app does something else. */
async function outcomeOf(path: string): Promise<number | unknown> {
  const { apps, close } = await openApp();
  const outcome = await apps.get(path, [], "long").then(
    ({ status }) => status,
    (error) => error,
  );
  await close();
  return outcome;
}

test("an app that gets little of a busy machine is waited for", async () => {
  expect(await outcomeOf("/held-up")).toBe(204);
});

test("an app that is stopped or runs in a loop is given up", async () => {
  const outcomes = await Promise.all([outcomeOf("/stopped"), outcomeOf("/in-a-loop")]);
  for (const outcome of outcomes) expect(outcome).toBeInstanceOf(AppLost);
});

test("while an app is silent, calls that can wait do so and the others fail at once", async () => {
  const { app, apps, close } = await openApp();
  app.kill("SIGSTOP");
  const outcome = (patience: "short" | "long") =>
    apps.get("/", [], patience).then(
      ({ status }) => status,
      (error) => error,
    );
  const [begunShort, begunLong] = [outcome("short"), outcome("long")];
  await looksUntil(async () => apps.isSilent);
  const [short, long] = [outcome("short"), outcome("long")];
  for (const lost of [await begunShort, await short]) expect(lost).toBeInstanceOf(AppLost);
  app.kill("SIGCONT");
  expect([await begunLong, await long]).toEqual([204, 204]);
  await looksUntil(async () => !apps.isSilent);
  expect(await outcome("short")).toBe(204);
  await close();
});
