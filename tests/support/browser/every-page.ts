import type { Db } from "#db/index.ts";
import { systemContext } from "#lib/core/request/context.ts";
import type { FORMS, PAGES } from "#lib/core/routes/routes.ts";
import { renewJoinLink } from "#lib/pages/join-links/link.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { manageToken, newConfirmToken } from "#lib/subscribers/tokens.ts";
import { mintDemo } from "#tests/support/data/demo.ts";
import { systemGrant } from "#tests/support/data/incidents.ts";
import { DAY, HOUR, mintMetric, recorder, unixNow } from "#tests/support/data/metrics.ts";
import { mintOrganization, mintPage, mintService, mintUser } from "#tests/support/data/mint.ts";
import { pageCookie } from "#tests/support/data/page-visitors.ts";
import { mintSubscription } from "#tests/support/data/subscriptions.ts";
import { oncePerWorker } from "#tests/support/server/per-worker.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { test as base } from "#tests/support/test.ts";

/** Where a route shows something to people, and with which cookie. */
export type Place = { url: string; cookie?: string };

/** One place for every page and form that there is: a new one does not compile without. */
type Places = Record<keyof typeof PAGES, Place> & Record<keyof typeof FORMS, Place | null>;

async function linksOf(db: Db, page: { id: number; subdomain: string }) {
  const grant = await systemGrant(db, page.subdomain);
  const pending = await mintSubscription(db, page.id, { email: "pending@example.com" });
  const active = await mintSubscription(db, page.id, { email: "active@example.com" });
  return db.transaction().execute(async (trx) => ({
    confirm: (await newConfirmToken(trx, grant, pending)).token,
    manage: await manageToken(trx, grant, active),
  }));
}

async function idsOf(db: Db, status_page_id: number) {
  const first = (table: "services" | "incidents" | "info_notices") =>
    db
      .selectFrom(table)
      .select("id")
      .where("status_page_id", "=", status_page_id)
      .orderBy("id", table === "incidents" ? "desc" : "asc")
      .executeTakeFirstOrThrow();
  const [service, incident, notice] = await Promise.all([
    first("services"),
    first("incidents"),
    first("info_notices"),
  ]);
  return { service: service.id, incident: incident.id, notice: notice.id };
}

/** A page that only its members see, and the cookie of one. */
async function restricted(db: Db, server: TestServer) {
  const organization = await mintOrganization(db);
  const settings = { languages: ["en", "de", "ar"], allowed_email_domains: "partner.example" };
  const page = await mintPage(db, organization.id, { member_restricted: true, settings });
  await mintService(db, page.id);
  const cookie = await pageCookie(
    db,
    await mintUser(db, organization.id, "viewer"),
    page.subdomain,
  );
  const { url: join } = await renewJoinLink(systemContext(db, "test"), page);
  return { url: server.pageUrl(page.subdomain), cookie, join };
}

async function measure(db: Db, page: { id: number; subdomain: string }): Promise<void> {
  const options = { title: "Checkout", enabled: true, visible: true };
  const record = recorder(db, page.subdomain, await mintMetric(db, page.id, options));
  const now = unixNow();
  const times = Array.from({ length: DAY / HOUR }, (_, hour) => now - hour * HOUR);
  await record(times.map((time) => ({ time, value: 200 + (time % 97) })));
}

async function placesOf(db: Db, server: TestServer): Promise<Places> {
  const { subdomain, url } = await mintDemo({ database: db, server }, "every-page");
  const page = await db
    .selectFrom("status_pages")
    .selectAll()
    .where("subdomain", "=", subdomain)
    .executeTakeFirstOrThrow();
  const more = { languages: ["en", "de", "ar"], enable_embedding: true };
  const settings = JSON.stringify({ ...(page.settings as object), ...more });
  await db.updateTable("status_pages").set({ settings }).where("id", "=", page.id).execute();
  await measure(db, page);
  const [ids, links, members] = await Promise.all([
    idsOf(db, page.id),
    linksOf(db, page),
    restricted(db, server),
  ]);
  const at = (path: string): Place => ({ url: url + path });
  const today = later(wireNow(), -DAY).slice(0, 10);
  return {
    start: at("/"),
    history: at("/history"),
    day: at(`/history/${today}`),
    uptime_calendar: at("/calendar"),
    service: at(`/services/${ids.service}`),
    uptime: at(`/services/${ids.service}/uptime`),
    incident: at(`/incidents/${ids.incident}`),
    notice: at(`/info_notices/${ids.notice}`),
    metrics: at("/metrics"),
    privacy: at("/privacy"),
    frame: at("/embed/frame"),
    nothing: at("/nothing-here"),
    sign_in: { url: `${members.url}/` },
    access: { cookie: members.cookie, url: `${members.url}/access` },
    join: { url: `${members.url}${new URL(members.join).pathname}` },
    go_to_day: at("/day"),
    subscribe: at("/subscribe"),
    confirm: at(`/subscribe/confirm/${links.confirm}`),
    ask_for_link: at("/manage"),
    manage: at(`/manage/${links.manage}`),
    unsubscribe: at(`/unsubscribe/${links.manage}`),
    // These send on to elsewhere, or are for programs.
    begin_session: null,
    end_session: null,
    hand_over: null,
    own_feeds: null,
    subscribers: null,
  };
}

type Named = [name: string, place: Place][];

const named = oncePerWorker(async ({ database, server }: { database: Db; server: TestServer }) =>
  Object.entries(await placesOf(database, server)).flatMap(
    ([name, place]): Named => (place ? [[name, place]] : []),
  ),
);

/** Tests that walk everything a visitor can look at. */
export const test = base.extend<{ places: Named }>({
  places: async ({ database, server }, use) => use(await named({ database, server })),
});
