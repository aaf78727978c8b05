import { sql } from "kysely";
import { WEBHOOK_EVENTS } from "#lib/notifications/webhooks/schema.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { picture } from "#tests/support/browser/pictures.ts";
import { certify } from "#tests/support/data/certificates.ts";
import { newDomain } from "#tests/support/data/domains.ts";
import { insertLinked } from "#tests/support/data/subscription-links.ts";
import { Moved, mappingAt } from "#tests/support/db/moved-records.ts";
import { type Api, apiOf } from "#tests/support/http/api.ts";
import { type Response, request } from "#tests/support/http/http.ts";
import { ask as askSecurely } from "#tests/support/http/https.ts";
import {
  type Representation,
  readAll,
  representationsOf,
} from "#tests/support/http/representations.ts";
import { type Json, type Read, readPlaces, walkApi } from "#tests/support/http/walk.ts";
import {
  DOMAIN_TARGET,
  type Moving,
  moveOnce,
  Readers,
  type Running,
} from "#tests/support/server/moving.ts";
import { expect } from "#tests/support/test.ts";

const dayBefore = (days: number) => later(wireNow(), -days * DAY_SECONDS).slice(0, 10);
const PAST = { from: dayBefore(30), to: dayBefore(2) };
const FILE = { headers: { "content-type": "application/octet-stream" } };

async function made<T>(answer: Promise<Response>): Promise<T> {
  const { status, text, json } = await answer;
  expect([200, 201], text).toContain(status);
  return json<T>();
}

/** A custom domain with its certificate. @returns its name */
async function setDomain(moving: Moving, api: Api): Promise<string> {
  const { source, organization, large, dns } = moving;
  const domain = newDomain();
  dns.add(domain, "CNAME", DOMAIN_TARGET);
  const path = `/orgs/${organization.id}/status_pages/${large.subdomain}`;
  type Page = { status_page: { domain_config: { status: string } } };
  const domain_config = { provider: "legacy_custom_domain", domain };
  await made(api.put(path, { status_page: { domain_config } }));
  const { cert: chain, keyPem: key } = certify({ host: domain });
  await made(api.put(`${path}/domain/certificate`, { certificate: { chain, key } }));
  const status = async () => (await made<Page>(api.get(path))).status_page.domain_config.status;
  await expect.poll(status).toBe("active");
  await expect.poll(async () => (await shownAt(source, domain)).name).toBe(domain);
  return domain;
}

/** What a visitor of a custom domain gets there. */
async function shownAt({ server }: Running, domain: string) {
  const { status, text, certificate } = await askSecurely(server.https_port, domain);
  return { status, text, name: certificate.subject.CN, fingerprint: certificate.fingerprint256 };
}

/** @returns the paths of a logo and of a picture of a text */
async function upload({ organization, large }: Moving, api: Api): Promise<[string, string]> {
  const path = `/orgs/${organization.id}/status_pages/${large.subdomain}/images/logo`;
  const [logo, photo] = [picture(300, 100), picture(80, 60, "#663399")].map((each) =>
    each.png().toBuffer(),
  );
  const { image } = await made<{ image: { url: string } }>(api.put(path, await logo, FILE));
  const pictures = `/status_pages/${large.subdomain}/pictures`;
  type Uploaded = { picture: { address: string } };
  const uploaded = await made<Uploaded>(api.post(pictures, await photo, FILE));
  return [new URL(image.url).pathname, uploaded.picture.address];
}

async function isSettled({ source, large }: Moving): Promise<boolean> {
  const { rows } = await source.installation.run((db) =>
    sql`select from events where status_page_id = ${large.id} and dispatched_at is null
      union all select from notifications
        where status_page_id = ${large.id} and state = 'waiting'
      union all select from webhook_deliveries
        where status_page_id = ${large.id} and state = 'pending'`.execute(db),
  );
  return rows.length === 0;
}

type Live = Awaited<ReturnType<typeof live>>;

/** The organization at work: what it sent has arrived. */
async function live(moving: Moving) {
  const { source, organization, large, receiver } = moving;
  const api = apiOf(source.server, organization.owner.key);
  const page = `/status_pages/${large.subdomain}`;
  const domain = await setDomain(moving, api);
  const images = await upload(moving, api);
  await made(
    api.post(`${page}/webhooks`, { webhook: { url: receiver.url, events: WEBHOOK_EVENTS } }),
  );
  const linked = await source.installation.run((db) => insertLinked(db, large.id, []));
  const incident = {
    ...{ title: "Slow", type: "minor", service_ids: [large.service] },
    updates: [{ description: `We look into it. ![Graph](${images[1]})`, notify: true }],
  };
  const { id } = (
    await made<{ incident: { id: number } }>(api.post(`${page}/incidents`, { incident }))
  ).incident;
  await source.mails.nth(linked.email);
  await receiver.nth(1);
  await expect.poll(() => isSettled(moving)).toBe(true);
  return { api, page, domain, images, linked, incident: id };
}

type Followed = { status: number; headers: Record<string, unknown>; text?: string };

/** Follows redirects with the same headers. */
async function follow(first: Followed, headers = {}) {
  let answer: Followed = first;
  for (let hops = 0; answer.headers.location && hops < 5; hops += 1) {
    const url = new URL(String(answer.headers.location));
    const [port, path] = [Number(url.port), url.pathname + url.search];
    answer =
      url.protocol === "https:"
        ? await askSecurely(port, url.hostname, path, { headers })
        : await request(port, url.host, path, { headers });
  }
  return answer;
}

const unless = (isRight: boolean, { status, text = "" }: { status: number; text?: string }) =>
  isRight ? null : `${status} ${text.slice(0, 200)}`;

type Paths = { pages: Representation[]; calls: string[] };

/** A server that has rendered nothing yet may say that it is busy. */
async function warmUp({ source, target, large }: Moving, { api }: Live, { pages, calls }: Paths) {
  for (const { server } of [source, target]) await readAll(server, large.subdomain, pages);
  for (const path of calls) while ((await api.get(path)).status === 503);
}

/** Readers of everything at both, and of what has to be there all the time. */
function readBoth(moving: Moving, { domain }: Live, { pages, calls }: Paths): Readers {
  const { source, target, organization, large } = moving;
  const readers = new Readers();
  const paths = pages.map(({ path }) => path);
  const authorization = organization.owner.key;
  const call = ({ server }: Running, path: string) =>
    server.request(`/api/v2${path}`, { headers: { authorization } });
  for (const [name, running] of Object.entries({ source, target })) {
    readers.add(name, paths, async (path) => {
      const answer = await running.server.visit(large.subdomain, path);
      return unless(answer.status < 500, answer);
    });
    readers.add(`API of ${name}`, calls, async (path) => {
      const answer = await call(running, path);
      return unless(answer.status < 500, answer);
    });
  }
  readers.add("page", ["/", "/rss", "/history", "/badge.svg"], async (path) => {
    const answer = await follow(await source.server.visit(large.subdomain, path));
    return unless(answer.status === 200, answer);
  });
  readers.add("API", calls, async (path) => {
    const answer = await follow(await call(source, path), { authorization });
    return unless(answer.status === 200, answer);
  });
  readers.add("domain", ["/"], async (path) => {
    const answer = await follow(await askSecurely(source.server.https_port, domain, path));
    return unless(answer.status === 200, answer);
  });
  return readers;
}

function pathsOf({ organization, large }: Moving, { incident, page }: Live): Paths {
  const named = { service: large.service, incident, notice: 1, day: PAST.to };
  const lists = ["incidents?limit=5", "subscriptions?limit=5", "services"];
  const calls = [`/orgs/${organization.id}`, ...lists.map((list) => `${page}/${list}`)];
  return { pages: representationsOf(large.subdomain, named), calls };
}

const sent = ({ source, target, receiver }: Moving) => ({
  mails: [source.mails.came.length, target.mails.came.length],
  calls: receiver.received.length,
});

async function walkBoth({ organization, large }: Moving, api: Api, most: number): Promise<Read[]> {
  const all: Read[] = [];
  for (const { subdomain } of [organization.page, large]) {
    const known: Json = { organization_id: organization.id, subdomain };
    all.push(...(await walkApi((path) => api.get(path), { known, most, past: PAST })));
  }
  return all;
}

/** Compares what the API answered at the source with what it answers at the target. */
async function compare({ target, organization }: Moving, moved: Moved, before: Read[]) {
  const api = apiOf(target.server, organization.owner.key);
  const readThere = async (some: Read[]) => {
    const places = some.map((read) => ({ ...read, path: moved.path(read) }));
    const after = await readPlaces((path) => api.get(path), places, PAST);
    return new Map(after.map((read) => [read.path, read]));
  };
  const renumbered = before.filter((read) => moved.isRenumbered(read));
  const known = await readThere(renumbered);
  for (const read of renumbered) moved.learn(read, known.get(moved.path(read)));
  const after = await readThere(before);
  for (const read of before) moved.compare(read, after.get(moved.path(read)));
  expect(moved.wrong.map((one) => JSON.stringify(one).slice(0, 300))).toEqual([]);
}

const imagesAt = ({ server }: Running, { large }: Moving, { images }: Live) =>
  Promise.all(
    images.map(async (path) => {
      const { status, bytes } = await server.visit(large.subdomain, path);
      return { status, bytes: bytes.toString("base64") };
    }),
  );

/** The target works for it, and the source leads there. */
async function goesOn(moving: Moving, moved: Moved, { page, linked, domain, incident }: Live) {
  const { source, target, organization, large, receiver } = moving;
  const before = sent(moving);
  const [left, shown] = [await shownAt(source, domain), await shownAt(target, domain)];
  expect([left.status, shown.status, shown.fingerprint]).toEqual([301, 200, left.fingerprint]);
  expect(shown.text).toContain(large.name);
  expect((await target.server.request(`/s/${large.subdomain}`)).status).toBe(200);
  const manage = await source.server.visit(large.subdomain, `/manage/${linked.token}`);
  expect([manage.status, (await follow(manage)).status]).toEqual([301, 200]);
  const api = apiOf(target.server, organization.owner.key);
  const update = { description: "It is better.", type: "monitoring", notify: true };
  const id = moved.idOf("incidents", incident);
  await made(api.post(`${page}/incidents/${id}/updates`, { update }));
  await target.mails.nth(linked.email);
  await receiver.nth(before.calls + 1);
  expect(target.mails.came.map(({ to }) => to)).toEqual([linked.email]);
  const form = { method: "POST", headers: { origin: source.server.pageUrl(large.subdomain) } };
  const answer = await source.server.visit(large.subdomain, "/subscribe", form);
  expect(answer.status).toBe(410);
  const [, location = ""] = /<a href="([^"]+)"/.exec(answer.text) ?? [];
  expect((await follow({ status: 301, headers: { location } })).status).toBe(200);
  const unsubscribe = `/unsubscribe/${linked.token}`;
  const done = await source.server.visit(large.subdomain, unsubscribe, { method: "POST" });
  expect([done.status, done.headers["x-unsubscribed"]]).toEqual([200, "done"]);
  const subscription = `${page}/subscriptions/${moved.idOf("subscriptions", linked.id)}`;
  await expect.poll(async () => (await api.get(subscription)).status).toBe(404);
}

/**
 * Moves an organization between installations that run, and kills the command twice, while readers
 * read at both.
 * @param most records of one list that are compared one by one, too
 */
export async function playMove(moving: Moving, most: number): Promise<void> {
  const { source, target } = moving;
  const lived = await live(moving);
  const before = sent(moving);
  const paths = pathsOf(moving, lived);
  await warmUp(moving, lived, paths);
  const readers = readBoth(moving, lived, paths);
  await moveOnce(moving, "copy status_pages");
  const answers = await walkBoth(moving, lived.api, most);
  const images = await imagesAt(source, moving, lived);
  await moveOnce(moving, "copy incidents");
  const ports = (["port", "https_port"] as const).map((name): [string, string] => [
    `:${source.server[name]}`,
    `:${target.server[name]}`,
  ]);
  const moved = new Moved(await mappingAt(target.installation), ports);
  await moveOnce(moving, null);
  await readers.end();
  expect(readers.wrong.slice(0, 20)).toEqual([]);
  expect(readers.asked).toBeGreaterThan(100);
  await compare(moving, moved, answers);
  expect([...moved.ids]).toEqual(expect.arrayContaining(["incidents.id: incidents"]));
  expect(moved.idOf("organizations", moving.organization.id)).not.toBe(moving.organization.id);
  expect(await imagesAt(target, moving, lived)).toEqual(images);
  expect(images.map(({ status }) => status)).toEqual([200, 200]);
  expect(sent(moving)).toEqual(before);
  await goesOn(moving, moved, lived);
}
