import { manageTokens } from "#lib/subscribers/tokens.ts";
import { sendForm } from "#tests/support/browser/forms.ts";
import { systemGrant } from "#tests/support/data/incidents.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { subscriptionsOf, visitOf } from "#tests/support/data/subscribers.ts";
import { isGenuine } from "#tests/support/data/webhooks.ts";
import { pathOf, post, type Single } from "#tests/support/http/subscription-calls.ts";
import { expect, test } from "#tests/support/test.ts";

type Told = Single["subscription"] & { secret?: string; style: string };

test("a webhook made by the API is told its secret once, which signs what it gets", async ({
  api,
  organization,
  receiver,
  service,
}) => {
  const path = pathOf(organization.page.subdomain);
  const hook = { type: "webhook", webhook_url: `${receiver.url}/one` };
  const { id, secret } = (await post(api, organization.page.subdomain, hook)) as Told;
  const read = (await api.get(`${path}/${id}`)).json<{ subscription: Told }>().subscription;
  expect(read).not.toHaveProperty("secret");
  const change = async (subscription: object) =>
    (await api.put(`${path}/${id}`, { subscription })).json<{ subscription: Told }>().subscription;
  expect(await change({ locale: "de" })).not.toHaveProperty("secret");
  const body = {
    incident: {
      ...{ title: "Down", type: "major", service_ids: [service] },
      updates: [{ description: "Looking.", notify: true }],
    },
  };
  const told = await api.post(`/status_pages/${organization.page.subdomain}/incidents`, body);
  expect(told.status, told.text).toBe(201);
  const delivery = await receiver.nth(1);
  expect(isGenuine(secret ?? "", delivery.headers, delivery.body)).toBe(true);
  const moved = await change({ webhook_url: `${receiver.url}/two` });
  expect(moved.secret).toMatch(/^whsec_/);
  expect(moved.secret).not.toBe(secret);
});

test("updates of one incident are kept together as each subscriber chose", async ({
  api,
  organization,
}) => {
  const { subdomain } = organization.page;
  const email = (await post(api, subdomain, { type: "email", email: "a@example.com" })) as Told;
  expect(email.style).toBe("living_message");
  const path = `${pathOf(subdomain)}/${email.id}`;
  const changed = await api.put(path, { subscription: { style: "every_update" } });
  expect(changed.json<{ subscription: Told }>().subscription.style).toBe("every_update");
  const refused = await api.put(path, { subscription: { style: "odd" } });
  expect(refused.json()).toEqual({
    errors: { style: ["must be one of: every_update, living_message"] },
  });
});

test("who has a webhook chooses the form of its bodies, by the API, the form, the link and a script", async ({
  api,
  server,
  database,
  organization,
  service: _,
}) => {
  const { subdomain } = organization.page;
  const hook = (name: string) => `https://hooks.example/${name}`;
  const path = pathOf(subdomain);
  const plain = (await post(api, subdomain, { type: "webhook", webhook_url: hook("api") })) as Told;
  const change = async (format: string) =>
    (await api.put(`${path}/${plain.id}`, { subscription: { format } })).json<object>();
  expect(plain).toMatchObject({ format: "standard" });
  expect(await change("statuspage")).toMatchObject({ subscription: { format: "statuspage" } });
  expect(await change("odd")).toEqual({
    errors: { format: ["must be one of: standard, statuspage"] },
  });
  const visit = visitOf(server, subdomain);
  const typed = { channel: "webhook", filter: "all", has_format: "1" };
  await sendForm(visit, "/subscribe", { ...typed, webhook_url: hook("ours") });
  const theirs = { ...typed, webhook_url: hook("theirs"), format: "statuspage" };
  await sendForm(visit, "/subscribe", theirs);
  const body = new URLSearchParams({ "subscriber[endpoint]": hook("script") }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const sent = await visit("/api/v2/subscribers.json", { method: "POST", headers, body });
  expect(sent.status, sent.text).toBe(201);
  const formats = async () =>
    (await subscriptionsOf(database, organization.page.id)).map(({ format }) => format);
  expect(await formats()).toEqual(["statuspage", "standard", "statuspage", "statuspage"]);
  const grant = await systemGrant(database, subdomain);
  const token = (await manageTokens(database, grant, [plain.id])).get(plain.id);
  const managed = await visit(`/manage/${token}`);
  expect(managed.text).toMatch(/name="format"[^>]*checked/);
  await sendForm(visit, `/manage/${token}`, { filter: "all", has_format: "1" });
  expect((await formats())[0]).toBe("standard");
  await sendForm(visit, `/manage/${token}`, { filter: "all" });
  expect((await formats())[0]).toBe("standard");
});

test("a visitor chooses it where the way has it, and changes it by their link", async ({
  server,
  database,
  service: _,
}) => {
  const { page } = await mintOrganization(database);
  const visit = visitOf(server, page.subdomain);
  const chat_url = "https://discord.com/api/webhooks/1/x";
  const chat = { channel: "chat", chat_url, filter: "all", living_chat: "living_message" };
  const sent = await sendForm(visit, "/subscribe", chat);
  const link = new URL(/<code>([^<]+)<\/code>/.exec(sent.text)?.[1] ?? "");
  const styles = async () => (await subscriptionsOf(database, page.id)).map(({ style }) => style);
  expect(await styles()).toEqual(["living_message"]);
  const managed = await visit(link.pathname);
  expect(managed.text).toMatch(/name="living"[^>]*checked/);
  await sendForm(visit, link.pathname, { filter: "all" });
  expect(await styles()).toEqual(["every_update"]);
  await sendForm(visit, "/subscribe", { channel: "email", email: "b@example.com", filter: "all" });
  expect(await styles()).toEqual(["every_update", null]);
});
