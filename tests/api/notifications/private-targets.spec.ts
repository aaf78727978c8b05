import type { Delivery } from "#lib/notifications/webhooks/schema.ts";
import { servicesOf } from "#tests/support/data/services.ts";
import { mintWebhook } from "#tests/support/data/webhooks.ts";
import { expect, test } from "#tests/support/test.ts";

test.use({ serverEnv: { ALLOW_PRIVATE_TARGETS: "0" } });

const HOSTS = [
  [
    "127.0.0.1",
    "[::1]",
    "0.0.0.0",
    "169.254.169.254",
    "10.0.0.1",
    "172.20.0.1",
    "192.168.0.1",
    "100.64.0.1",
  ],
  ["[::ffff:127.0.0.1]", "[::ffff:a9fe:a9fe]", "[fd00:ec2::254]", "[fe80::1]"],
].flat();
/** Spellings of 127.0.0.1 that are no hosts of web addresses. */
const ODD = ["2130706433", "0177.0.0.1", "0x7f.1", "127.1"];
const PRIVATE = "is in a private network, which is not allowed here";
const NO_ADDRESS = "must be a web address like https://example.com";

test("an address in a private network is refused as a webhook's, however it is spelled", async ({
  api,
  organization,
  receiver,
}) => {
  const path = `/status_pages/${organization.page.subdomain}/webhooks`;
  const events = ["incident.created"];
  for (const host of [...HOSTS, ...ODD]) {
    const refused = await api.post(path, {
      webhook: { url: `http://${host}:${receiver.port}/`, events },
    });
    const errors = { url: [ODD.includes(host) ? NO_ADDRESS : PRIVATE] };
    expect([host, refused.status, refused.json()]).toEqual([host, 422, { errors }]);
  }
  const { id } = (
    await api.post(path, { webhook: { url: "https://hooks.example.com/", events } })
  ).json<{ webhook: { id: number } }>().webhook;
  expect((await api.put(`${path}/${id}`, { webhook: { url: "http://127.0.0.1/" } })).status).toBe(
    422,
  );
});

test("a chat, a subscribed webhook, a calendar and a server of an integration in a private network are refused", async ({
  api,
  organization,
}) => {
  const base = `/status_pages/${organization.page.subdomain}`;
  const refused = async (path: string, wrapper: string, fields: object, field: string) => {
    const { status, text } = await api.post(`${base}/${path}`, { [wrapper]: fields });
    expect([path, fields, status]).toEqual([path, fields, 422]);
    expect(JSON.parse(text)).toEqual({ errors: { [field]: [PRIVATE] } });
  };
  for (const host of HOSTS) {
    const webhook_url = `https://${host}/hooks/x`;
    for (const type of ["mattermost", "slack", "webhook"])
      await refused("subscriptions", "subscription", { type, webhook_url }, "webhook_url");
    const address = `https://${host}/team.ics`;
    const calendar = { name: "calendar" };
    await refused("integrations", "integration", { ...calendar, key: address }, "key");
    const settings = { url: address.replace("https", "webcal") };
    await refused("integrations", "integration", { ...calendar, settings }, "settings.url");
    for (const name of ["social", "translate"]) {
      const server = { name, key: "k", domain: host };
      await refused("integrations", "integration", server, "domain");
    }
  }
  const made = await api.post(`${base}/integrations`, {
    integration: { name: "calendar", key: "https://calendar.example.com/team.ics" },
  });
  const { id } = made.json<{ integration: { id: number } }>().integration;
  const changed = { integration: { key: "http://10.0.0.1/team.ics" } };
  expect((await api.put(`${base}/integrations/${id}`, changed)).status).toBe(422);
  const chat = { type: "slack", webhook_url: "https://hooks.slack.com/services/T0/B0/x" };
  const subscribed = await api.post(`${base}/subscriptions`, { subscription: chat });
  const known = subscribed.json<{ subscription: { id: number } }>().subscription.id;
  const moved = { subscription: { webhook_url: "http://127.0.0.1/" } };
  expect((await api.put(`${base}/subscriptions/${known}`, moved)).status).toBe(422);
});

test("what got past that, or is a name that resolves to this machine, is refused when it is sent to; nothing connects", async ({
  api,
  organization,
  database,
  receiver,
}) => {
  const path = `/status_pages/${organization.page.subdomain}/webhooks`;
  for (const host of [
    "localhost",
    "127.0.0.1",
    "[::ffff:127.0.0.1]",
    "2130706433",
    "169.254.169.254",
  ]) {
    const { id } = await mintWebhook(database, organization.page.id, {
      url: `http://${host}:${receiver.port}/`,
    });
    expect((await api.post(`${path}/${id}/test`, undefined)).status).toBe(201);
    const last = async () =>
      (await api.get(`${path}/${id}/deliveries`)).json<{ deliveries: Delivery[] }>().deliveries[0];
    await expect.poll(async () => (await last())?.state).toBe("failed");
    expect([host, (await last())?.attempts]).toMatchObject([
      host,
      [{ status: null, answer: null, error: "address_refused" }],
    ]);
  }
  expect(receiver.connections).toBe(0);
});

test("a ping_url that names a private network is refused, with and without a scheme", async ({
  api,
  organization,
}) => {
  const { path, create, put } = servicesOf(api, organization.page.subdomain);
  const { id } = await create({ name: "API" });
  for (const ping_url of ["http://10.0.0.1/x", "169.254.169.254/latest"]) {
    for (const answer of [
      await api.post(path, { service: { name: "API", ping_url } }),
      await put(id, { ping_url }),
    ])
      expect([ping_url, answer.status, answer.json()]).toMatchObject([
        ping_url,
        422,
        { errors: { ping_url: [expect.stringContaining("private network")] } },
      ]);
  }
});
