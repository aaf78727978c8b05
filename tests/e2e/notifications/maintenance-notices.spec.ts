import { later, wireNow } from "#lib/platform/clock.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { newSecret } from "#lib/platform/crypto/sign.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { subscriber } from "#tests/support/data/news.ts";
import { mintWebhook } from "#tests/support/data/webhooks.ts";
import { Receiver } from "#tests/support/http/receiver.ts";
import { expect, test } from "#tests/support/stand-ins/mail-test.ts";

type Told = { event: string; data: { object: { id: number }; notice?: { kind: string } } };

test("each notice of a maintenance reaches who asked for its service once, by mail and webhook; nobody else", async ({
  database,
  organization: { page },
  service,
  api,
  mails,
}) => {
  const other = await mintService(database, page.id, { name: "Search" });
  const [receiver, hooked] = [await Receiver.open(), await Receiver.open()];
  const { email } = await subscriber(database, page.id, { services: [service] });
  const never = await subscriber(database, page.id, { services: [other] });
  await subscriber(database, page.id, {
    type: "webhook",
    webhook_url: receiver.url,
    secret_sealed: seal(newSecret()),
  });
  const events = ["incident.created", "incident.updated"] as const;
  await mintWebhook(database, page.id, { url: hooked.url, events });
  const path = `/status_pages/${page.subdomain}/incidents`;
  const starts_at = later(wireNow(), 20 * 60);
  const incident = {
    title: "New switches",
    type: "scheduled",
    service_ids: [service],
    starts_at,
    ends_at: later(starts_at, 3_600),
    updates: [{ description: "Short interruptions." }],
    maintenance_notify: true,
    maintenance_notify_settings: {
      before_notice_minutes: 60,
      second_before_notice_minutes: 30,
      on_start: true,
      on_end: true,
    },
  };
  const { id } = (await api.post(path, { incident })).json<{ incident: { id: number } }>().incident;
  expect((await mails.nth(email, 1)).mail.subject).toMatch(/^Starts in 20 minutes: /);
  const started = { type: "started", description: "We go.", posted_at: later(wireNow(), -60) };
  await api.post(`${path}/${id}/updates`, { update: started });
  expect((await mails.nth(email, 2)).mail.subject).toMatch(/^Started: /);
  await api.post(`${path}/${id}/updates`, { update: { type: "resolved", description: "Done." } });
  expect((await mails.nth(email, 3)).mail.subject).toMatch(/^Ended: /);

  await receiver.nth(3);
  const told = receiver.received.map(({ body }) => JSON.parse(body) as Told);
  expect(told.map(({ event, data }) => [event, data.object.id, data.notice?.kind])).toEqual([
    ["incident.maintenance_notice", id, "before"],
    ["incident.maintenance_notice", id, "start"],
    ["incident.maintenance_notice", id, "end"],
  ]);
  await hooked.nth(3);
  const heard = hooked.received.map(({ body }) => (JSON.parse(body) as Told).event);
  expect(heard).toEqual(["incident.created", "incident.updated", "incident.updated"]);
  expect(mails.to(email)).toHaveLength(3);
  expect(mails.to(never.email)).toEqual([]);
  await Promise.all([receiver.close(), hooked.close()]);
});
