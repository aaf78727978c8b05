import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { Effect, World } from "#tests/support/effects/effect.ts";
import { KEY, libretranslate } from "#tests/support/stand-ins/libretranslate.ts";
import { StandIn } from "#tests/support/stand-ins/stand-in.ts";

const PAUSE_MS = 50;

/** Waits until what was posted is dispatched, and nothing waits to be translated. */
async function settled(db: Db, status_page_id: number): Promise<void> {
  const isWaiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select (select count(*) from events where status_page_id = ${status_page_id}
          and dispatched_at is null)
        + (select count(*) from graphile_worker._private_jobs
          where key like ${`translate-record:${status_page_id}:%`}) as count`.execute(db);
    return Number(rows[0]?.count) > 0;
  };
  while (await isWaiting()) await sleep(PAUSE_MS);
}

async function translator({ api, organization }: World): Promise<void> {
  const { url: domain } = await StandIn.open(libretranslate);
  const path = `/status_pages/${organization.page.subdomain}/integrations`;
  const integration = { name: "translate", key: KEY, domain, settings: { enabled: true } };
  await api.post(path, { integration });
}

/** An incident is posted, and read in another language. */
async function isTranslated(world: World): Promise<boolean> {
  const { api, organization, service, server, database } = world;
  const { id, subdomain } = organization.page;
  const updates = [{ description: "Slow words" }];
  const incident = { title: "Trouble", type: "minor", service_ids: [service], updates };
  await api.post(`/status_pages/${subdomain}/incidents`, { incident });
  await settled(database, id);
  const { text } = await server.visit(subdomain, "/?lang=de");
  return text.includes("de SLOW WORDS") && text.includes("Maschinell übersetzt");
}

export const TRANSLATION: Record<string, Effect> = {
  enable_auto_translations: {
    before: { languages: ["en", "de"] },
    on: translator,
    set: { enable_auto_translations: true },
    seen: isTranslated,
  },
};
