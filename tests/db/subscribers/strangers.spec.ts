import { parseInput } from "#lib/core/fields/validation.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { createSubscription } from "#lib/subscribers/change.ts";
import { importSubscriptions } from "#lib/subscribers/import/import-subscriptions.ts";
import { beginImport, uploadPiece } from "#lib/subscribers/import/imports.ts";
import { CreateSubscription } from "#lib/subscribers/schema.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { ask, waitingFor } from "#tests/support/data/subscribers.ts";
import { expect, test } from "#tests/support/test.ts";

function allow(count: string): void {
  process.env.CONFIRMATIONS_PER_DAY = count;
  provideEnv({});
}
test.beforeAll(async ({ database }) => {
  await installJobs().then(() => void database);
  allow("2");
});
test.afterAll(() => allow("2000"));

test("an organization asks no more strangers a day than it may, by API or import; visitors ask for themselves", async ({
  database,
}) => {
  const { ctx, page } = await newsroom(database);
  const enter = (email: string, confirm = false) =>
    createSubscription(
      ctx,
      page,
      parseInput(CreateSubscription, { type: "email", email, confirm }),
    );
  const body = Buffer.from("email\na@example.com\nb@example.com\nc@example.com\n");
  const file = { name: "list.csv", place: 0, is_last: true, body };
  const { id: import_id } = await uploadPiece(ctx, page, file);
  await importSubscriptions({ status_page_id: page.id, import_id });
  const refused = { fields: { base: [{ code: "too_many_strangers", values: { max: 2 } }] } };
  await expect(beginImport(ctx, { ...page, import_id })).rejects.toMatchObject(refused);

  await enter("d@example.com");
  await enter("e@example.com");
  await expect(enter("f@example.com")).rejects.toMatchObject({ code: "rate_limited" });
  await enter("g@example.com", true);
  expect(await waitingFor(database, page.id)).toHaveLength(2);
  await ask(database, page.subdomain, { email: "h@example.com" });
  expect(await waitingFor(database, page.id)).toHaveLength(3);
});
