import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { deleteService, deleteServices } from "#lib/incidents/delete-service.ts";
import { LOCALES } from "#lib/platform/i18n/translator.ts";
import { sendMessage } from "#lib/server/worker/send-message.ts";
import { askToChoose } from "#lib/subscribers/ask-to-choose.ts";
import { changeChoice } from "#lib/subscribers/sign-up/manage.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { visitor } from "#tests/support/data/subscribers.ts";
import { expect, mails, test } from "#tests/support/stand-ins/relay-test.ts";

async function opened(db: Db) {
  const room = await newsroom(db, { settings: { subscribers_enabled: true } });
  const status_page_id = room.page.id;
  const lettersTo = (email: string) => mails.to(email).map(({ mail }) => mail);
  /** The jobs that wait, whatever they wait for, and the letters of them. */
  const work = async () => {
    const { rows: jobs } = await sql`
      select from graphile_worker.jobs where key = ${`ask-to-choose:${status_page_id}`}`.execute(
      db,
    );
    await askToChoose({ status_page_id });
    const rows = await db
      .selectFrom("outbox")
      .select("id")
      .where("status_page_id", "=", status_page_id)
      .execute();
    for (const { id } of rows) await sendMessage({ outbox_id: id });
    return jobs.length;
  };
  const remove = (service_id: number) => deleteService(room.ctx, { ...room.page, service_id });
  return { ...room, lettersTo, work, remove };
}

test("a reader whose services were all deleted is told once, with a way to choose again", async ({
  database,
}) => {
  const { page, service, subscribe, lettersTo, work, remove, ctx } = await opened(database);
  const others: number[] = [];
  for (let n = 0; n < 20; n += 1) others.push(await mintService(database, page.id));
  const kept = await mintService(database, page.id);
  const both = await subscribe({ services: [service, ...others], locale: "de" });
  const some = await subscribe({ services: [service, kept] });
  await deleteServices(ctx, page, others);
  await remove(service);
  expect(await work()).toBe(1);
  const [letter] = lettersTo(both.email);
  expect(letter?.subject).toContain("Bitte neu auswählen");
  expect(letter?.text).toContain("wurden entfernt");
  const token = /\/manage\/([\w-]+)/.exec(letter?.text ?? "")?.[1] ?? "";
  await remove(await mintService(database, page.id));
  await work();
  expect(lettersTo(both.email)).toHaveLength(1);
  const choice = { filter: "services" as const, service_ids: [kept] };
  await changeChoice(visitor(database), { subdomain: page.subdomain, token }, choice, "de");
  await work();
  await remove(kept);
  await work();
  expect(lettersTo(both.email)).toHaveLength(2);
  expect(lettersTo(some.email)).toHaveLength(1);
});

test("the letter comes in each language, and to nobody whom it does not concern", async ({
  database,
}) => {
  const { page, service, subscribe, lettersTo, work, remove } = await opened(database);
  const readers = [];
  for (const locale of LOCALES) readers.push(await subscribe({ services: [service], locale }));
  const unconcerned = [
    await subscribe({ services: [service], confirmed_at: null }),
    await subscribe({}),
    await subscribe({ services: [service], quarantined_until: "2036-01-01T00:00:00" }),
  ];
  await subscribe({ type: "webhook", webhook_url: "https://a.example/", services: [service] });
  await remove(service);
  await database
    .updateTable("status_pages")
    .set({ member_restricted: true })
    .where("id", "=", page.id)
    .execute();
  await work();
  expect(readers.flatMap(({ email }) => lettersTo(email))).toEqual([]);
  await database
    .updateTable("status_pages")
    .set({ member_restricted: false })
    .where("id", "=", page.id)
    .execute();
  await work();
  const subjects = readers.map(({ email }) => lettersTo(email).map(({ subject }) => subject));
  expect(subjects.map((of) => of.length)).toEqual(readers.map(() => 1));
  expect(new Set(subjects.flat()).size).toBe(readers.length);
  for (const { email } of unconcerned) expect(lettersTo(email)).toEqual([]);
});
