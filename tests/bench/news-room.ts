import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { type Minted, mintOrganization, mintService } from "#tests/support/data/mint.ts";

const SEEDED_AT_ONCE = 10_000;

/** A page that so many have subscribed to by e-mail, with a service. */
export type Page = Minted & { service: number };

export async function subscribed(db: Db, count: number): Promise<Page> {
  const minted = await mintOrganization(db);
  for (let first = 1; first <= count; first += SEEDED_AT_ONCE) {
    const last = Math.min(count, first + SEEDED_AT_ONCE - 1);
    await sql`
      insert into subscriptions (status_page_id, type, filter, email, confirmed_at)
      select ${minted.page.id}, 'email', 'all', 'reader-' || n || '@example.com', now()
      from generate_series(${first}::integer, ${last}::integer) as n`.execute(db);
  }
  return { ...minted, service: await mintService(db, minted.page.id) };
}

async function call(url: string, { page, keys }: Page, path: string, body: object) {
  const headers = { authorization: keys.admin, "content-type": "application/json" };
  const address = `${url}/api/v2/status_pages/${page.subdomain}/${path}`;
  const start = performance.now();
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  const said = (await answer.json()) as { incident?: { id: number } };
  if (answer.status !== 201) throw new Error(`${address} answered ${answer.status}`);
  return { ms: performance.now() - start, id: said.incident?.id ?? 0 };
}

/** Opens an incident of which nobody is told. @returns its id */
export async function loadIncident(url: string, page: Page): Promise<number> {
  const incident = { title: "Payments fail", type: "major", service_ids: [page.service] };
  return (await call(url, page, "incidents", { incident })).id;
}

/** @returns how long it took, in milliseconds */
export async function postUpdate(
  url: string,
  page: Page,
  incident: number,
  notify: boolean,
): Promise<number> {
  const description = "Payments fail in **Europe**. We are looking into it.";
  const path = `incidents/${incident}/updates`;
  return (await call(url, page, path, { update: { description, notify } })).ms;
}

/** From now on the page's mail leaves by Mailgun. */
export async function sendByMailgun(url: string, page: Page): Promise<void> {
  const integration = {
    name: "mailgun",
    key: "key-0123456789abcdef",
    domain: "mg.example.com",
    email_from_address: "status@example.com",
    settings: { enabled: true },
  };
  await call(url, page, "integrations", { integration });
}
