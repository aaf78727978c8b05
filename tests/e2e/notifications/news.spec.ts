import { mergeTests } from "@playwright/test";
import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { PostUpdate } from "#lib/incidents/schema.ts";
import { test as adminTest, arrive, expect } from "#tests/support/browser/admin.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { subscriber } from "#tests/support/data/news.ts";
import { test as mailTest } from "#tests/support/stand-ins/mail-test.ts";

const test = mergeTests(adminTest, mailTest);

/** As if the hold of what was posted were over. */
async function endHold(db: Db, status_page_id: number): Promise<void> {
  await db
    .updateTable("events")
    .set({ due_at: sql`now() - interval '1 second'` })
    .where("status_page_id", "=", status_page_id)
    .where("dispatched_at", "is", null)
    .execute();
  await sql`select graphile_worker.reschedule_jobs(array(
    select id from graphile_worker._private_jobs where run_at > now()), run_at => now())`.execute(
    db,
  );
}

test("an update by the API, by hand and by the program each reaches who asked for its service once, nobody else", async ({
  database,
  admin,
  server,
  acme,
  api,
  mails,
}) => {
  const page = acme.organization.page;
  const hidden = await mintService(database, page.id, { private: true });
  const reader = await subscriber(database, page.id, { services: [acme.services.checkout] });
  const others = [
    await subscriber(database, page.id, { services: [acme.services.search] }),
    await subscriber(database, page.id, { services: [hidden] }),
  ];
  const path = `/status_pages/${acme.subdomain}/incidents`;
  const incident = {
    title: "Checkout fails",
    type: "major",
    service_ids: [acme.services.checkout],
  };
  const { id } = (await api.post(path, { incident })).json<{ incident: { id: number } }>().incident;

  await api.post(`${path}/${id}/updates`, { update: { description: "By the API.", notify: true } });
  expect((await mails.nth(reader.email, 1)).mail.text).toContain("By the API.");

  await arrive(admin, `${server.url}/pages/${acme.subdomain}/incidents/${id}`);
  await admin.keyboard.press("u");
  await admin.getByLabel("Text", { exact: true }).last().fill("By hand.");
  await admin
    .getByLabel(/^Notify subscribers/)
    .last()
    .check();
  await admin.keyboard.press("Control+Enter");
  await expect(admin.getByText("By hand.").first()).toBeVisible();
  await expect(admin.getByRole("button", { name: "Undo" })).toBeVisible();
  expect(mails.to(reader.email)).toHaveLength(1);
  await endHold(database, page.id);
  expect((await mails.nth(reader.email, 2)).mail.text).toContain("By hand.");

  const input = parseInput(PostUpdate, { description: "By the program.", notify: true });
  await postUpdate(systemContext(database, "test"), { ...page, incident_id: id }, input);
  expect((await mails.nth(reader.email, 3)).mail.text).toContain("By the program.");

  const notified = async () =>
    (await api.get(`${path}/${id}`))
      .json<{ incident: { updates: { subscribers_notified_at: string | null }[] } }>()
      .incident.updates.map(({ subscribers_notified_at: at }) => at !== null);
  await expect.poll(notified).toEqual([true, true, true]);
  expect(mails.to(reader.email)).toHaveLength(3);
  for (const { email } of others) expect(mails.to(email)).toEqual([]);
});

test("what is taken back within its hold reaches nobody", async ({
  database,
  acme,
  api,
  mails,
}) => {
  const page = acme.organization.page;
  const { email } = await subscriber(database, page.id);
  const path = `/status_pages/${acme.subdomain}/incidents`;
  const incident = {
    title: "Checkout fails",
    type: "major",
    service_ids: [acme.services.checkout],
  };
  const { id } = (await api.post(path, { incident })).json<{ incident: { id: number } }>().incident;
  const held = { description: "A mistake.", notify: true, hold_seconds: 60 };
  const posted = await api.post(`${path}/${id}/updates`, { update: held });
  const { update } = posted.json<{ update: { id: number } }>();
  await api.delete(`${path}/${id}/updates/${update.id}`);
  await endHold(database, page.id);
  await api.post(`${path}/${id}/updates`, { update: { description: "True.", notify: true } });
  expect((await mails.nth(email, 1)).mail.text).toContain("True.");
  expect(mails.to(email)).toHaveLength(1);
});

test("a letter can be unsubscribed from by one POST of a mail program, never by a GET", async ({
  database,
  acme,
  api,
  server,
  mails,
}) => {
  const page = acme.organization.page;
  const { id, email } = await subscriber(database, page.id);
  const updates = [{ description: "We are looking.", notify: true }];
  const service_ids = [acme.services.checkout];
  const incident = { title: "Checkout fails", type: "major", service_ids, updates };
  await api.post(`/status_pages/${acme.subdomain}/incidents`, { incident });
  const { mail } = await mails.nth(email, 1);
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? "";
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const url = new URL(header("list-unsubscribe").replace(/^<|>$/g, ""));
  const there = async () =>
    database.selectFrom("subscriptions").select("id").where("id", "=", id).execute();
  expect((await server.visit(acme.subdomain, url.pathname)).status).toBe(200);
  expect(await there()).toHaveLength(1);
  const answer = await server.visit(acme.subdomain, url.pathname, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect(answer.status).toBe(200);
  expect(await there()).toEqual([]);
});
