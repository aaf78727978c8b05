import { installJobs } from "#lib/server/worker/worker.ts";
import { importSubscriptions } from "#lib/subscribers/import/import-subscriptions.ts";
import { beginImport, readImport, uploadPiece } from "#lib/subscribers/import/imports.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeEach(async ({ database }) => {
  await installJobs().then(() => void database);
});

test("what the database cannot keep, or spells otherwise than we do, keeps no file from its end", async ({
  database,
}) => {
  const { page, ctx } = await newsroom(database);
  const bring = async (text: string) => {
    const piece = { import_id: undefined, name: "list.csv", place: 0, is_last: true };
    const { id: import_id } = await uploadPiece(ctx, page, { ...piece, body: Buffer.from(text) });
    const target = { ...page, import_id };
    const work = () => importSubscriptions({ status_page_id: page.id, import_id });
    await work();
    await beginImport(ctx, target);
    await work();
    return readImport(ctx, target);
  };
  const head = "email,consent_at,consent_source";
  expect(
    await bring(`${head}\na@example.com,2026-01-05,for\0m\nb@example.com,2026-01-05,form`),
  ).toMatchObject({
    state: "done",
    counts: { added: 1, refused: 1 },
    problems: [{ row: 2, column: "consent_source" }],
  });
  const letters = `${head}\nÄDA@example.com,2026-01-05,form\nİ@example.com,2026-01-05,form`;
  expect(await bring(letters)).toMatchObject({ state: "done", counts: { added: 2 } });
  expect(await bring(letters)).toMatchObject({ state: "done", counts: { same: 2 } });
});
