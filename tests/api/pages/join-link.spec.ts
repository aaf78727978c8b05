import { randomBytes } from "node:crypto";
import type { Db } from "#db/index.ts";
import { joinPage, loadJoinRequest } from "#lib/pages/join-links/join.ts";
import { LOCALES, messages } from "#lib/platform/i18n/translator.ts";
import { sendForm } from "#tests/support/browser/forms.ts";
import { type Minted, mintOrganization, mintUser } from "#tests/support/data/mint.ts";
import { bytesOf, visitOf } from "#tests/support/data/subscribers.ts";
import { type Api, apiOf } from "#tests/support/http/api.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { linkIn, type MailServer } from "#tests/support/stand-ins/mail-server.ts";
import { test as base, expect } from "#tests/support/stand-ins/mail-test.ts";

const SETTINGS = { allowed_email_domains: "Partner.example, other.example" };

type Club = { organization: Minted; api: Api; path: string; link: string };

async function mintClub(db: Db, server: TestServer): Promise<Club> {
  const organization = await mintOrganization(db, { member_restricted: true, settings: SETTINGS });
  const api = apiOf(server, organization.keys.admin);
  const path = `/status_pages/${organization.page.subdomain}/join_link`;
  return { organization, api, path, link: await newLink(api, path) };
}

async function newLink(api: Api, path: string): Promise<string> {
  const made = await api.post(path, {});
  expect(made.status, made.text).toBe(201);
  return new URL(made.json<{ join_link: { url: string } }>().join_link.url).pathname;
}

const test = base.extend<{ club: Club }>({
  club: async ({ database, server }, use) => use(await mintClub(database, server)),
});

function newAddress(domain = "partner.example"): string {
  return `p-${randomBytes(6).toString("hex")}@${domain}`;
}

function visitor(db: Db, user_id?: number) {
  const actor =
    user_id === undefined
      ? ({ kind: "visitor" } as const)
      : ({ kind: "user", user_id, api_key_id: null } as const);
  return { db, actor, address: "192.0.2.1", request_id: "test" };
}

type Asking = { server: TestServer; club: Club };

function ask({ server, club }: Asking, email: string, link = club.link) {
  const visit = visitOf(server, club.organization.page.subdomain);
  const headers = { "x-forwarded-for": `198.18.${randomBytes(2).join(".")}` };
  return sendForm(visit, link, { email, company: "" }, { headers });
}

/** The subdomain and token of the link in a mail. */
function targetOf(url: string) {
  const [, , subdomain = "", token = ""] = new URL(url).pathname.split("/");
  return { subdomain, token };
}

async function mailedLink(mails: MailServer, club: Club, email: string): Promise<string> {
  return linkIn(await mails.nth(email), `join/${club.organization.page.subdomain}`);
}

const NEW = { name: "Pat", password: "long enough for this" };

async function rolesOf(db: Db, { page }: Minted) {
  const rows = await db
    .selectFrom("memberships as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select(["u.email", "m.role"])
    .where("m.status_page_id", "=", page.id)
    .execute();
  return Object.fromEntries(rows.map(({ email, role }) => [email, role]));
}

test("an address of an allowed domain joins as a viewer of this page alone; every address gets the same answer", async ({
  server,
  mails,
  database,
  club,
}) => {
  const { organization } = club;
  const known = await mintUser(database, organization.id, "viewer");
  const emails = [newAddress("PARTNER.example"), newAddress("evil.example"), known.email];
  const answers = [];
  for (const email of emails) answers.push(await ask({ server, club }, email));
  expect(new Set(answers.map(bytesOf)).size).toBe(1);
  expect(answers[0]?.headers.location).toBe(`${club.link}?sent=1`);
  const [email = ""] = emails;
  const mail = await mails.nth(email.toLowerCase());
  expect(mail.mail.subject).toBe(`Join ${organization.page.name}`);
  const target = targetOf(linkIn(mail, `join/${organization.page.subdomain}`));
  expect(await loadJoinRequest(visitor(database), target)).toMatchObject({
    email,
    account: { kind: "new" },
  });
  const user = await joinPage(visitor(database), target, NEW);
  expect(user).toMatchObject({ email, name: "Pat", email_confirmed: true });
  expect(await rolesOf(database, organization)).toEqual({ [email]: "viewer" });
  const again = joinPage(visitor(database), target, NEW);
  await expect(again).rejects.toMatchObject({ code: "not_found" });
  const log = await apiOf(server, organization.keys.owner).get(
    `/orgs/${organization.id}/audit_log?action=member.join`,
  );
  expect(JSON.parse(log.text).audit_log).toMatchObject([
    { actor: `user:${user.id}`, changes: { email, role: "viewer" } },
  ]);
  expect(mails.came.map(({ to }) => to)).not.toContain(emails[1]);
});

test("an account that exists joins only when it is signed in, whoever made it", async ({
  server,
  mails,
  database,
  club,
}) => {
  const { owner } = await mintOrganization(database);
  const email = newAddress();
  await database.updateTable("users").set({ email }).where("id", "=", owner.id).execute();
  await ask({ server, club }, email);
  const target = targetOf(await mailedLink(mails, club, email));
  const other = await mintUser(database, club.organization.id, "owner");
  for (const who of [visitor(database), visitor(database, other.id)]) {
    expect((await loadJoinRequest(who, target)).account).toEqual({ kind: "known" });
    await expect(joinPage(who, target, NEW)).rejects.toMatchObject({ code: "not_found" });
  }
  const nothing = { name: undefined, password: undefined };
  await joinPage(visitor(database, owner.id), target, nothing);
  expect(await rolesOf(database, club.organization)).toEqual({ [email]: "viewer" });
});

test("a link that is replaced or revoked ends at once, with the mails that were sent because of it", async ({
  server,
  mails,
  database,
  club,
}) => {
  const visit = visitOf(server, club.organization.page.subdomain);
  const email = newAddress();
  await ask({ server, club }, email);
  const target = targetOf(await mailedLink(mails, club, email));
  const second = await newLink(club.api, club.path);
  await expect(loadJoinRequest(visitor(database), target)).rejects.toMatchObject({
    code: "not_found",
  });
  const shown = async (path: string) => (await visit(path)).text.includes('name="email"');
  expect([await shown(club.link), await shown(second)]).toEqual([false, true]);
  expect((await club.api.delete(club.path)).status).toBe(204);
  expect(await shown(second)).toBe(false);
  expect((await club.api.get(club.path)).status).toBe(404);
  expect((await club.api.delete(club.path)).status).toBe(404);
});

test("nobody joins when the domain is not allowed any more, or the page not for members", async ({
  server,
  mails,
  database,
  club,
}) => {
  const { organization, api } = club;
  const email = newAddress();
  await ask({ server, club }, email);
  const target = targetOf(await mailedLink(mails, club, email));
  const page = `/orgs/${organization.id}/status_pages/${organization.page.subdomain}`;
  for (const status_page of [
    { allowed_email_domains: "other.example" },
    { allowed_email_domains: "partner.example", member_restricted: false },
  ]) {
    await api.put(page, { status_page });
    await expect(joinPage(visitor(database), target, NEW)).rejects.toMatchObject({
      code: "not_found",
    });
  }
  expect((await server.visit(organization.page.subdomain, club.link)).status).toBe(404);
});

test("an address is written to three times an hour; what is no address is told at its field", async ({
  server,
  database,
  club,
}) => {
  const email = newAddress();
  for (let time = 0; time < 5; time += 1) await ask({ server, club }, email);
  const requests = await database
    .selectFrom("join_requests")
    .select("email")
    .where("status_page_id", "=", club.organization.page.id)
    .execute();
  expect(requests.map((request) => request.email)).toEqual([email, email, email]);
  const { status, text } = await ask({ server, club }, "pat@");
  expect(status).toBe(200);
  expect(text).toContain("Enter an address such as name@example.com.");
  expect(/<input[^>]*name="email"[^>]*>/.exec(text)?.[0]).toContain('value="pat@"');
});

test("the form speaks every language of the site, and names nothing of the page", async ({
  server,
  club,
}) => {
  const { subdomain, name } = club.organization.page;
  for (const locale of LOCALES) {
    const { text, headers } = await server.visit(subdomain, `${club.link}?lang=${locale}`);
    expect(text, locale).toContain(messages(locale).join.submit);
    expect(text, locale).toContain(name);
    expect(headers["referrer-policy"], locale).toBe("no-referrer");
  }
});
