import { sql } from "kysely";
import { readFindings } from "#lib/api/findings/read.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { putCertificate } from "#lib/domains/certificates/uploads.ts";
import { watchUploadedCertificates } from "#lib/domains/certificates/watch-uploaded-certificates.ts";
import { sendMessage } from "#lib/server/worker/send-message.ts";
import { certify } from "#tests/support/data/certificates.ts";
import { newDomain, putDomain } from "#tests/support/data/domains.ts";
import { expect, mails, test } from "#tests/support/stand-ins/relay-test.ts";

const DAY_MS = 86_400_000;

test("owners hear 30, 14, 7 and 1 days before that an uploaded certificate ends, once each", async ({
  database,
  organization,
}) => {
  const { page, id: organization_id, owner } = organization;
  const domain = newDomain();
  await putDomain(database, page.id, {
    provider: "legacy_custom_domain",
    domain,
    status: "configuring",
  });
  const ctx = systemContext(database, "test");
  const target = { organization_id, subdomain: page.subdomain };
  const { cert: chain, keyPem: key } = certify({
    host: domain,
    to: new Date(Date.now() + 60 * DAY_MS),
  });
  await putCertificate(ctx, target, { chain, key });
  const letters = async () => {
    await watchUploadedCertificates();
    await watchUploadedCertificates();
    const rows = await database
      .selectFrom("outbox")
      .select("id")
      .where("status_page_id", "=", page.id)
      .where("kind", "=", "certificate.ending")
      .orderBy("id")
      .execute();
    return rows.map(({ id }) => id);
  };
  // As time passes: what was told stays told.
  const endsIn = async (days: number) => {
    const { rows } = await sql<{ ends: string }>`update certificates
      set not_after = date_trunc('second', now()) + ${days} * interval '1 day'
      where name = ${domain} returning not_after as ends`.execute(database);
    const { ends } = rows[0] ?? { ends: "" };
    await sql`update host_certificate_notices set not_after = ${ends}
      where name = ${domain}`.execute(database);
    return ends;
  };
  const found = async () =>
    (await readFindings(ctx, target)).filter(({ kind }) => kind === "domain_certificate_ending");
  expect(await letters()).toEqual([]);
  expect(await found()).toEqual([]);
  const since = await endsIn(20);
  const ordered = await letters();
  expect(ordered).toHaveLength(1);
  expect(await found()).toMatchObject([{ subject: domain, urgency: "warning", since }]);
  await sendMessage({ outbox_id: ordered[0] ?? 0 });
  const [letter] = mails.to(owner.email);
  expect(letter?.mail.subject).toContain(`The certificate of ${domain} expires on`);
  expect(letter?.mail.text).toContain(page.name);

  // What was sent is not kept.
  for (const [days, count] of [
    [15, 0],
    [13, 1],
    [6, 2],
    [0.5, 3],
  ] as const) {
    await endsIn(days);
    expect([days, (await letters()).length]).toEqual([days, count]);
  }
  await endsIn(-1);
  expect(await letters()).toHaveLength(3);
  expect(await found()).toMatchObject([{ subject: domain, urgency: "error" }]);
});
