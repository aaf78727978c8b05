import { createHmac } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { Moving } from "#lib/core/moves/move.ts";
import { applyLateReport } from "#lib/notifications/provider-reports/apply-late-report.ts";
import { handleCallback } from "#lib/notifications/provider-reports/callbacks.ts";
import { pollOptOuts } from "#lib/notifications/provider-reports/poll-opt-outs.ts";
import { twilioSignature } from "#lib/notifications/provider-reports/twilio.ts";
import { callbackUrl } from "#lib/pages/integrations/health.ts";
import { sealSecrets } from "#lib/pages/integrations/secrets.ts";
import { now, shiftClock, wireNow } from "#lib/platform/clock.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { mintSubscription } from "#tests/support/data/subscriptions.ts";
import { holdOrganization } from "#tests/support/db/held.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { esendexProtocol } from "#tests/support/stand-ins/senders.ts";
import { StandIn } from "#tests/support/stand-ins/stand-in.ts";
import { expect, test } from "#tests/support/test.ts";

test.afterEach(() => shiftClock(0));

async function integration(
  db: Db,
  status_page_id: number,
  name: string,
  secrets: { key?: string; password?: string },
  fields: object = {},
): Promise<number> {
  const { id } = await db
    .insertInto("integrations")
    .values({
      status_page_id,
      name,
      fields: JSON.stringify(fields),
      settings: JSON.stringify({ enabled: true }),
      ...sealSecrets(secrets),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function quarantineOf(db: Db, id: number) {
  return db
    .selectFrom("subscriptions")
    .select(["quarantined_until", "quarantine_reason"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

const OPEN = { quarantined_until: null, quarantine_reason: null };

test("who replies STOP gets no more SMS of that page until they reply START", async ({
  database,
}) => {
  const { id: organization_id, page } = await mintOrganization(database);
  const { page: other } = await mintOrganization(database);
  const number = { country_dial_code: "49", phone_number: "15112345678" };
  const own = await mintSubscription(database, page.id, number);
  const elsewhere = await mintSubscription(database, other.id, number);
  const id = await integration(database, page.id, "twilio", { key: "an-auth-token-of-twilio" });
  const url = callbackUrl(id);
  const token = url.split("/").at(-1) ?? "";
  const reply = async (Body: string, key = "an-auth-token-of-twilio") => {
    const body = new URLSearchParams({ From: "+4915112345678", Body }).toString();
    const signature = twilioSignature(url, body, key).toString("base64");
    return handleCallback(token, {
      url,
      body,
      headers: new Headers({ "x-twilio-signature": signature }),
    });
  };
  expect(await reply("STOP", "somebody-else")).toBe("refused");
  expect(await quarantineOf(database, own)).toEqual(OPEN);
  expect(await reply("STOP")).toBe("taken");
  expect(await quarantineOf(database, own)).toEqual({
    quarantined_until: "9999-01-01T00:00:00",
    quarantine_reason: "replied STOP",
  });
  expect(await quarantineOf(database, elsewhere)).toEqual(OPEN);
  expect(await reply("START")).toBe("taken");
  expect(await quarantineOf(database, own)).toEqual(OPEN);
  await holdOrganization(database, organization_id, { moving_at: wireNow() });
  expect(await reply("STOP")).toBe("taken");
  expect(await quarantineOf(database, own)).toEqual(OPEN);
  const { rows } = await sql<{ payload: { status_page_id: number; report_sealed: string } }>`
    select payload from graphile_worker._private_jobs
    where (payload ->> 'status_page_id')::bigint = ${page.id}`.execute(database);
  const [{ payload } = { payload: { status_page_id: 0, report_sealed: "" } }] = rows;
  expect(payload.report_sealed).not.toMatch(/4915112345678|STOP/);
  await expect(applyLateReport(payload)).rejects.toThrow(Moving);
  await holdOrganization(database, organization_id, {});
  await applyLateReport(payload);
  expect(await quarantineOf(database, own)).toMatchObject({ quarantine_reason: "replied STOP" });
  expect(await handleCallback(`${token}x`, { url, body: "", headers: new Headers() })).toBe(
    "unknown",
  );
});

test("a bounce is told twice and counts once; a complaint ends an address for good", async ({
  database,
}) => {
  const { page } = await mintOrganization(database);
  const email = "Ada.Bounce@Example.com";
  const own = await mintSubscription(database, page.id, { email });
  const id = await integration(database, page.id, "mailgun", {
    key: "an-api-key-of-mailgun",
    password: "a-signing-key",
  });
  const url = callbackUrl(id);
  const report = (event: object) => {
    const timestamp = String(Math.floor(now().getTime() / 1_000));
    const token = "t";
    const signature = createHmac("sha256", "a-signing-key")
      .update(timestamp + token)
      .digest("hex");
    const data = { recipient: email.toLowerCase(), ...event };
    const body = JSON.stringify({
      signature: { timestamp, token, signature },
      "event-data": data,
    });
    return handleCallback(url.split("/").at(-1) ?? "", { url, body, headers: new Headers() });
  };
  const bounced = {
    event: "failed",
    severity: "permanent",
    "delivery-status": { code: 550, message: "No such user" },
  };
  await report(bounced);
  const first = await quarantineOf(database, own);
  expect(first.quarantine_reason).toBe("bounced: 550 No such user");
  expect(Date.parse(`${first.quarantined_until}Z`)).toBeLessThan(Date.now() + 8 * 86_400_000);
  await report(bounced);
  expect(await quarantineOf(database, own)).toEqual(first);
  await report({ event: "complained" });
  expect(await quarantineOf(database, own)).toEqual({
    quarantined_until: "9999-01-01T00:00:00",
    quarantine_reason: "marked as spam",
  });
});

test("who opted out at Esendex is found when it is asked", async ({ database }) => {
  const { page } = await mintOrganization(database);
  const number = { country_dial_code: "44", phone_number: "7700900123" };
  const own = await mintSubscription(database, page.id, number);
  const standIn = await StandIn.open(esendexProtocol(["447700900123"]));
  process.env.PROVIDER_URLS = `api.esendex.com=${standIn.url}`;
  allowPrivateTargets(true);
  const { page: other } = await mintOrganization(database);
  const account = { username: "api@example.com", user: "EX0012345" };
  const secrets = { password: "esendex-password" };
  // Its secret cannot be opened any more: that concerns its own page alone.
  const lost = await integration(database, other.id, "esendex", secrets, account);
  await database
    .updateTable("integrations")
    .set({ password_sealed: "lost" })
    .where("id", "=", lost)
    .execute();
  await integration(database, page.id, "esendex", secrets, account);
  await pollOptOuts();
  expect(await quarantineOf(database, own)).toMatchObject({
    quarantine_reason: "opted out at Esendex",
  });
  delete process.env.PROVIDER_URLS;
  allowPrivateTargets(false);
  await standIn.close();
});
