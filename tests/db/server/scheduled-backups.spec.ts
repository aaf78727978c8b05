import { mkdir, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "#db/index.ts";
import { readFindings } from "#lib/api/findings/read.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { notifyOperators } from "#lib/monitoring/warnings/watch-checks.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { restoreEmbedded, verifyBackup } from "#lib/platform/postgres/backup.ts";
import { type Embedded, startEmbedded } from "#lib/platform/postgres/embedded.ts";
import { backUpWhenDue, backupPrefix } from "#lib/server/backups/run-backups.ts";
import { sendMessage } from "#lib/server/worker/send-message.ts";
import { looksUntil } from "#tests/support/server/looks.ts";
import { queryOnce, run } from "#tests/support/server/run.ts";
import { MailServer } from "#tests/support/stand-ins/mail-server.ts";
import { expect, test } from "#tests/support/test.ts";

const before = { ...process.env };
const { signal } = new AbortController();

let folder: string;
let embedded: Embedded;

test.beforeEach(async ({ database }) => {
  folder = await mkdtemp(join(run().folder, "scheduled-"));
  await database.deleteFrom("backups").execute();
  embedded = await startEmbedded({ dataDir: join(folder, "data") });
  await writeFile(join(folder, "data", "secret"), "x".repeat(44));
  await queryOnce(embedded.url, "create table kept as select n from generate_series(1, 9) as n");
});

test.afterEach(async () => {
  await embedded.stop();
  process.env = { ...before };
  provideEnv({});
});

function schedule(settings: Record<string, string> = {}): string {
  const BACKUP_DIR = join(folder, "backups");
  const DATA_DIR = join(folder, "data");
  Object.assign(process.env, { BACKUP_SCHEDULE: "1h", BACKUP_DIR, DATA_DIR, ...settings });
  provideEnv({});
  return BACKUP_DIR;
}

/** As if the time for the next attempt had come. */
async function endClaims(db: Db): Promise<void> {
  await db.updateTable("backups").set({ claimed_until: "2026-11-01T00:00:00" }).execute();
}

test("of several processes one makes the backup that is due, once, and it is restored", async ({
  database,
}) => {
  const backups = schedule();
  await mkdir(backups);
  const prefix = backupPrefix(join(folder, "data"));
  const other = "allclear-0a0a0a0a-20260101T000000Z.tar.gz.new.7.part";
  const cutOff = `${prefix}20260101T000000Z.tar.gz.new.7.part`;
  for (const name of [other, cutOff]) await writeFile(join(backups, name), "cut off");
  await Promise.all([1, 2, 3].map(() => backUpWhenDue(database, signal)));
  await endClaims(database);
  await backUpWhenDue(database, signal);
  const files = (await readdir(backups)).filter((name) => name !== other);
  expect(files).toEqual([
    expect.stringMatching(new RegExp(`^${prefix}\\d{8}T\\d{2}0000Z\\.tar\\.gz$`)),
  ]);
  expect(await readdir(backups)).toContain(other);
  const [made] = await database.selectFrom("backups").selectAll().execute();
  expect(made).toMatchObject({ error: null, finished_at: expect.any(String) });
  expect(made?.bytes).toBeGreaterThan(100_000);

  const restored = join(folder, "restored");
  await restoreEmbedded(join(backups, files[0] ?? ""), restored);
  // Both may go on in the same folder.
  expect(backupPrefix(restored)).not.toBe(prefix);
  const again = await startEmbedded({ dataDir: restored });
  expect(again.created).toBe(false);
  expect(await queryOnce(again.url, "select sum(n)::int as sum from kept")).toEqual([{ sum: 45 }]);
  await again.stop();
});

test("older backups are deleted after a whole one, and stay when it fails", async ({
  database,
}) => {
  const backups = schedule({ BACKUP_KEEP: "2" });
  await mkdir(backups);
  const older = [1, 2, 3].map(
    (day) => `${backupPrefix(join(folder, "data"))}2026010${day}T000000Z.tar.gz`,
  );
  const others = ["allclear-00000000-20260101T000000Z.tar.gz", "mine.tar.gz"];
  for (const name of [...older, ...others]) await writeFile(join(backups, name), "older");
  const all = [...older, ...others].sort();
  schedule({ BACKUP_KEEP: "2", DATA_DIR: join(folder, "nowhere") });
  await backUpWhenDue(database, signal);
  expect((await readdir(backups)).sort()).toEqual(all);
  schedule({ BACKUP_KEEP: "2" });
  await backUpWhenDue(database, signal);
  expect((await readdir(backups)).sort()).toEqual(all);
  await endClaims(database);
  await backUpWhenDue(database, signal);
  const kept = (await readdir(backups)).filter((name) => !others.includes(name)).sort();
  expect(kept).toEqual([older[2], expect.stringMatching(/^allclear-/)]);
  expect(await readdir(backups)).toEqual(expect.arrayContaining(others));
  const half = join(backups, older[2] ?? "");
  await expect(verifyBackup(half)).rejects.toThrow("could not be read again");
});

test("a failure is a finding of every page and one letter to the operator, until a backup is made", async ({
  database,
  organization: { page },
}) => {
  const mails = await MailServer.open();
  const operator = { OPERATOR_EMAIL: "operator@example.com", SMTP_URL: mails.url };
  const backups = schedule(operator);
  await writeFile(backups, "no folder");
  await backUpWhenDue(database, signal);
  const ctx = systemContext(database, "test");
  const findings = async () =>
    (await readFindings(ctx, page)).filter(({ kind }) => kind === "backup_failed");
  const found = { urgency: "error", subject_id: page.id, detail: "no_directory" };
  expect(await findings()).toMatchObject([found]);
  for (const outbox_id of await notifyOperators(database)) await sendMessage({ outbox_id });
  expect(mails.to("operator@example.com").map(({ mail }) => mail)).toMatchObject([
    {
      subject: "A scheduled backup failed",
      text: expect.stringContaining("not made: BACKUP_DIR is not a folder."),
    },
  ]);
  expect(await notifyOperators(database)).toEqual([]);
  schedule({ BACKUP_DIR: join(folder, "elsewhere") });
  await endClaims(database);
  await backUpWhenDue(database, signal);
  expect(await findings()).toEqual([]);
  expect(await notifyOperators(database)).toEqual([]);
  await mails.close();
});

test("a backup that is given up ends at once, whatever it is doing, and leaves no draft", async ({
  database,
}) => {
  const backups = schedule();
  await queryOnce(embedded.url, "insert into kept select n from generate_series(1, 1000000) as n");
  for (const phase of [".part", ".new"]) {
    await endClaims(database);
    const stop = new AbortController();
    const made = backUpWhenDue(database, stop.signal);
    await looksUntil(async () => {
      const names = await readdir(backups).catch(() => []);
      return names.some((name) => name.endsWith(phase));
    });
    stop.abort();
    await made;
    expect(await readdir(backups)).toEqual([]);
  }
});
