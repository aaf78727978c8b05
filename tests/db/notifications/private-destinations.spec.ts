import type { Db } from "#db/index.ts";
import type { SubscriptionType } from "#lib/channels/channel.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { senders } from "#lib/notifications/send-batch.ts";
import { createIntegration } from "#lib/pages/integrations/integrations.ts";
import { CreateIntegration } from "#lib/pages/integrations/schema.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { MailServer } from "#tests/support/stand-ins/mail-server.ts";
import { NameServer } from "#tests/support/stand-ins/name-server.ts";
import { expect, test } from "#tests/support/test.ts";

const REBOUND = "rebound.test";
/** All lead to this machine, or to what only it reaches. */
const HOSTS = [
  ["127.0.0.1", "2130706433", "0177.0.0.1", "0x7f000001", "127.1", "0", "localhost", REBOUND],
  ["::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "0:0:0:0:0:0:0:1", "fe80::1", "fd00:ec2::254"],
  ["169.254.169.254", "10.0.0.1", "172.20.0.1", "192.168.0.1", "100.64.0.1"],
].flat();
const CHATS: SubscriptionType[] = [
  "webhook",
  "slack",
  "discord",
  "teams",
  "google_chat",
  "mattermost",
  "zoom",
];

const inUrl = (host: string) => (host.includes(":") ? `[${host}]` : host);

let names: NameServer;
let mails: MailServer;

test.beforeEach(async ({ database }) => {
  await installJobs().then(() => void database);
  names = await NameServer.open();
  // It was public when it was entered.
  names.add(REBOUND, "A", "127.0.0.1");
  process.env.DNS_SERVERS = names.address;
  allowPrivateTargets(false);
  mails = await MailServer.open();
});
test.afterEach(async () => {
  await senders.stop();
  delete process.env.DNS_SERVERS;
  provideEnv({});
  await names.close();
  await mails.close();
});

async function relayedBy(db: Db, relay: string) {
  const room = await newsroom(db);
  const common = { email_from_address: "status@ada.example", settings: { enabled: true } };
  const input = { ...common, name: "smtp", relay, port: mails.port };
  allowPrivateTargets(true);
  await createIntegration(room.ctx, room.page, parseInput(CreateIntegration, input));
  allowPrivateTargets(false);
  await room.subscribe();
  await room.open();
  await room.plan();
  await room.send();
  return room;
}

test("no mail server in a private network is connected to, however its address is spelled", async ({
  database,
}) => {
  for (const host of HOSTS) {
    const room = await relayedBy(database, host);
    expect([host, await room.ledger()]).toMatchObject([
      host,
      [{ state: "waiting", reason: "the mail server has a private address" }],
    ]);
  }
  expect(mails.connections).toBe(0);
  expect(new Set(names.asked)).toEqual(new Set([REBOUND]));
});

test("no webhook or chat in a private network is connected to, however its address is spelled", async ({
  database,
  receiver,
}) => {
  const room = await newsroom(database);
  for (const type of CHATS)
    for (const host of HOSTS) {
      const webhook_url = `http://${inUrl(host)}:${receiver.port}/${type}`;
      const secret_sealed = type === "zoom" ? seal("a-token") : null;
      await room.subscribe({ type, webhook_url, secret_sealed });
    }
  await room.open();
  await room.plan();
  await room.send();
  const ledger = await room.ledger();
  expect(ledger).toHaveLength(CHATS.length * HOSTS.length);
  for (const row of ledger)
    expect(row).toMatchObject({ state: "quarantined", reason: "address_refused" });
  expect(receiver.connections).toBe(0);
});
