import { sql } from "kysely";
import { readFindings } from "#lib/api/findings/read.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { recheckDomains } from "#lib/domains/diagnosis/recheck-domains.ts";
import { readDomainReport } from "#lib/domains/diagnosis/report.ts";
import { sendMessage } from "#lib/server/worker/send-message.ts";
import { domainPage, newName } from "#tests/support/data/domain-pages.ts";
import { DomainWorld, TARGET } from "#tests/support/data/domain-world.ts";
import { MailServer } from "#tests/support/stand-ins/mail-server.ts";
import { expect, test } from "#tests/support/test.ts";

const HOUR_S = 3_600;
const DAY_S = 86_400;

let world: DomainWorld;
let mails: MailServer;

test.beforeEach(async ({ database }) => {
  void database;
  mails = await MailServer.open();
  world = await DomainWorld.open({ SMTP_URL: mails.url });
  world.dns.add(TARGET, "A", "127.0.0.1");
});
test.afterEach(async () => {
  await world.close();
  await mails.close();
});

test("a domain in use whose way is lost goes on, and its owners are told once if that lasts", async ({
  database,
}) => {
  const name = newName();
  const { ask, turn, config, rows, page, organization } = await domainPage(database);
  world.dns.add(name, "CNAME", TARGET);
  await ask("cdn_b", name);
  await turn(3);
  const check = async () => {
    await sql`update domains set checkup_at = now() where name = ${name}`.execute(database);
    await recheckDomains();
    const [row] = await rows();
    const { rows: due } = await sql<{ s: number }>`
      select extract(epoch from checkup_at - now())::float8 as s from domains
      where name = ${name}`.execute(database);
    return { row, due_s: due[0]?.s ?? 0 };
  };
  const ordered = () =>
    database
      .selectFrom("outbox")
      .select("id")
      .where("status_page_id", "=", page.id)
      .where("kind", "=", "domain.at_risk")
      .execute();
  const kinds = async () => {
    const ctx = systemContext(database, "test");
    const found = await readFindings(ctx, { subdomain: page.subdomain });
    return found.filter(({ kind }) => kind === "domain_at_risk");
  };
  const right = await check();
  expect(right.row).toMatchObject({ troubled_at: null, report: { state: "right" } });
  expect(right.due_s).toBeGreaterThan(6 * DAY_S);

  world.dns.remove(name);
  const first = await check();
  expect(first.row).toMatchObject({ warned_at: null, report: { said: { code: "lost" } } });
  expect(first.due_s).toBeLessThanOrEqual(HOUR_S);
  expect([await ordered(), await kinds()]).toEqual([[], []]);

  await sql`update domains set troubled_at = now() - interval '1 hour'
    where name = ${name}`.execute(database);
  await check();
  const letters = await ordered();
  expect(letters).toHaveLength(1);
  expect(await kinds()).toMatchObject([{ subject: name, urgency: "warning" }]);
  for (const { id } of letters) await sendMessage({ outbox_id: id });
  const [letter] = mails.came;
  expect(letter?.to).toBe(organization.owner.email);
  expect(letter?.mail.subject).toContain(name);
  expect(letter?.mail.text).toContain(`Value: ${TARGET}`);
  expect((await check()).row?.warned_at).not.toBeNull();
  expect(await ordered()).toEqual([]);
  expect((await config()).status).toBe("active");

  world.dns.add(name, "CNAME", TARGET);
  expect((await check()).row).toMatchObject({ troubled_at: null, warned_at: null });
  expect(await kinds()).toEqual([]);
});

test("CAA that forbids our authority by now is told before a renewal fails", async ({
  database,
}) => {
  const name = newName();
  const { ask, turn, rows } = await domainPage(database);
  world.dns.add(name, "CNAME", TARGET);
  await ask("cdn_b", name);
  await turn(3);
  world.change({ HTTPS_PORT: "8443" });
  world.dns.add("example.com", "CAA", ["issue", "pki.goog"]);
  await sql`update domains set checkup_at = now() where name = ${name}`.execute(database);
  await recheckDomains(undefined, 0);
  const [row] = await rows();
  expect(row).toMatchObject({ phase: "active", report: { caa: { state: "forbidden" } } });
  expect(row?.warned_at).not.toBeNull();
});

test("while the target is localhost there is no record to create, and the report says why", async ({
  database,
}) => {
  const name = newName();
  const { ask, page } = await domainPage(database);
  await ask("legacy_custom_domain", name);
  const ctx = systemContext(database, "test");
  const report = () => readDomainReport(ctx, { subdomain: page.subdomain });
  expect((await report()).records).toMatchObject([{ type: "CNAME", expected: TARGET }]);
  world.change({ DOMAIN_TARGET: "localhost" });
  const { records, code, text, forward } = await report();
  expect([records, code]).toEqual([[], "no_target"]);
  expect(text).toContain("this installation is localhost");
  expect(forward).not.toContain("CNAME");
});
