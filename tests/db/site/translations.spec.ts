import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { editUpdate } from "#lib/incidents/change-update.ts";
import { getIncident } from "#lib/incidents/read.ts";
import { EditUpdate } from "#lib/incidents/schema.ts";
import { testIntegration } from "#lib/notifications/test-messages.ts";
import { getIntegrationHealth } from "#lib/pages/integrations/health.ts";
import { createIntegration } from "#lib/pages/integrations/integrations.ts";
import { CreateIntegration } from "#lib/pages/integrations/schema.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { translateRecord } from "#lib/site/translations/translate-record.ts";
import { localized } from "#lib/site/words/localized.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { KEY, libretranslate } from "#tests/support/stand-ins/libretranslate.ts";
import { StandIn } from "#tests/support/stand-ins/stand-in.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeAll(async ({ database }) => {
  await installJobs().then(() => void database);
  allowPrivateTargets(true);
});
test.afterEach(() => shiftClock(0));
test.afterAll(() => allowPrivateTargets(false));

const SETTINGS = { enable_auto_translations: true, languages: ["en", "de", "fr", "pt-BR", "sv"] };

async function translatedPage(db: Db, key = KEY) {
  const server = await StandIn.open(libretranslate);
  const room = await newsroom(db, { settings: SETTINGS });
  const integration = {
    ...{ name: "translate", key, domain: server.url, settings: { enabled: true } },
  };
  const input = parseInput(CreateIntegration, integration);
  const { id: integration_id } = await createIntegration(room.ctx, room.page, input);
  const work = (subject: string, attempt = 1) =>
    translateRecord({ status_page_id: room.page.id, subject, attempt });
  const health = () => getIntegrationHealth(room.ctx, { ...room.page, integration_id });
  const updates = () =>
    db
      .selectFrom("incident_updates")
      .select(["id", "description", "translations"])
      .where("status_page_id", "=", room.page.id)
      .orderBy("id")
      .execute();
  const jobs = async () => {
    const { rows } = await sql<{ payload: { attempt: number }; key: string }>`
      select payload, key from graphile_worker._private_jobs
      where key like ${`translate-record:${room.page.id}:%`}`.execute(db);
    return rows;
  };
  return { ...room, integration_id, server, work, health, updates, jobs };
}

const as = (locale: string) => ({ locale, written: "en" });

test("what is said is translated into the page's languages that the server speaks, once, and not in answers", async ({
  database,
}) => {
  const page = await translatedPage(database);
  const { id } = await page.open({ title: "Checkout is slow" });
  await page.plan();
  expect(await page.jobs()).toHaveLength(1);
  await page.work(`incident:${id}`);
  const [update] = await page.updates();
  if (!update) throw new Error("no update");
  expect(localized(update, "description", as("de"))).toBe("de WE ARE LOOKING INTO IT.");
  expect(localized(update, "description", as("pt-BR"))).toBe("pb WE ARE LOOKING INTO IT.");
  expect(localized(update, "description", as("sv"))).toBe("We are looking into it.");
  const incident = await getIncident(page.ctx, { ...page.page, incident_id: id });
  expect([incident.translations, incident.updates[0]?.translations]).toEqual([{}, {}]);
  const titles = await database.selectFrom("incidents").selectAll().where("id", "=", id).execute();
  expect(titles.map((one) => localized(one, "title", as("fr")))).toEqual(["Checkout fr IS SLOW"]);
  const asked = page.server.asked.length;
  await page.work(`incident:${id}`);
  expect(page.server.asked).toHaveLength(asked);
  await page.server.close();
});

test("an operator's text stays, and what is edited is translated again, never shown old", async ({
  database,
}) => {
  const page = await translatedPage(database);
  const updates = [{ description: "One", translations: { de: { description: "Eins" } } }];
  const { id, updates: posted } = await page.open({ updates });
  await page.work(`incident:${id}`);
  const shown = async (locale: string) => {
    const [update] = await page.updates();
    return update && localized(update, "description", as(locale));
  };
  expect([await shown("de"), await shown("fr")]).toEqual(["Eins", "fr ONE"]);
  const target = { ...page.page, incident_id: id, update_id: posted[0]?.id ?? 0 };
  await editUpdate(page.ctx, target, parseInput(EditUpdate, { description: "Two" }));
  expect([await shown("de"), await shown("fr")]).toEqual(["Eins", "Two"]);
  await page.plan();
  await page.work(`incident:${id}`);
  expect(await shown("fr")).toBe("fr TWO");
  await page.server.close();
});

test("a translator that fails is tried again later, and its integration says why in words", async ({
  database,
}) => {
  const page = await translatedPage(database);
  const { id } = await page.open();
  const subject = `incident:${id}`;
  for (const [reply, words] of [
    [{ status: 500, body: { error: "boom" } }, "it failed (500)"],
    [{ status: 429, body: { error: "slow" } }, "it asks for fewer requests (429)"],
    [{ status: 200, body: "<html>" }, "it does not answer as LibreTranslate does"],
  ] as const) {
    page.server.next.push(reply);
    await page.work(subject, 2);
    expect((await page.health()).last_error).toBe(words);
    expect(await page.jobs()).toMatchObject([{ payload: { attempt: 3 } }]);
  }
  await page.work(subject, 3);
  expect((await page.health()).last_error).toBeNull();
  const [update] = await page.updates();
  expect(update && localized(update, "description", as("de"))).toContain("de WE ARE");
  await page.server.close();
  const { id: next } = await page.open();
  await page.work(`incident:${next}`);
  expect((await page.health()).last_error).toBe("no connection could be made");
  const refused = await translatedPage(database, "wrong-key-0123456789");
  const other = await refused.open();
  await refused.work(`incident:${other.id}`);
  expect((await refused.health()).last_error).toBe("it refuses the API key (403)");
  expect(JSON.stringify(await refused.health())).not.toContain("wrong-key");
  await refused.server.close();
});

test("a test on the integration's screen has a word translated, and says what the server has against it", async ({
  database,
}) => {
  for (const [key, said] of [
    [KEY, null],
    ["wrong-key-0123456789", "it refuses the API key (403)"],
  ] as const) {
    const page = await translatedPage(database, key);
    const { integration_id } = page;
    const target = { ...page.page, integration_id };
    const reason = await testIntegration(page.ctx, target, {}, translator("en"));
    expect([reason, (await page.health()).last_error]).toEqual([said, said]);
    await page.server.close();
  }
});

test("a private address is not called, and a page that does not want it is not translated", async ({
  database,
}) => {
  const page = await translatedPage(database);
  const { id } = await page.open();
  allowPrivateTargets(false);
  await page.work(`incident:${id}`);
  allowPrivateTargets(true);
  expect(page.server.asked).toEqual([]);
  expect((await page.health()).last_error).toContain("private network");
  await database
    .updateTable("status_pages")
    .set({ settings: JSON.stringify({ ...SETTINGS, enable_auto_translations: false }) })
    .where("id", "=", page.page.id)
    .execute();
  await page.work(`incident:${id}`);
  expect(page.server.asked).toEqual([]);
  await page.server.close();
});
