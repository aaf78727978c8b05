import { wireNow } from "#lib/platform/clock.ts";
import { FORM_TYPE, filledIn, sendForm } from "#tests/support/browser/forms.ts";
import { mintIncident } from "#tests/support/data/incidents.ts";
import { mintService } from "#tests/support/data/mint.ts";
import {
  addressOf,
  bytesOf,
  newAddress,
  pathOf,
  subscriptionsOf,
  visitOf,
  waitingFor,
} from "#tests/support/data/subscribers.ts";
import { linkIn } from "#tests/support/stand-ins/mail-server.ts";
import { expect, test } from "#tests/support/stand-ins/mail-test.ts";

const SLACK = "https://hooks.slack.com/services/T0000/B0000/";

test("an address is asked first, says yes by a button, chooses anew, and ends it", async ({
  server,
  mails,
  database,
  service,
  organization: { page },
}) => {
  const visit = visitOf(server, page.subdomain);
  const email = newAddress();
  const sent = await sendForm(visit, "/subscribe?lang=de", {
    ...{ channel: "email", email, company: "", filter: "services" },
    service_ids: [String(service)],
  });
  expect([sent.status, sent.headers.location]).toEqual([303, "/subscribe?sent=1&lang=de"]);
  expect((await visit("/subscribe?sent=1&lang=de")).text).toContain("Prüfen Sie Ihre Nachrichten");
  const came = await mails.nth(email);
  expect(came.from).toBe("bounces@status.example");
  expect(came.mail.subject).toBe(`Bestätigen Sie Ihr Abonnement von ${page.name}`);
  expect(came.mail.from).toMatchObject({ name: page.name, address: "bounces@status.example" });
  expect(came.mail.html).toContain("Checkout");
  const confirm = pathOf(linkIn(came, "subscribe/confirm"));
  const seen = await visit(confirm);
  expect(seen.text).toContain("Checkout");
  expect((await addressOf(database, page.id))?.confirmed_at).toBeNull();
  const body = filledIn(seen.text, {});
  const say = () =>
    visit(confirm, { method: "POST", headers: { "content-type": FORM_TYPE }, body });
  const yes = await say();
  expect(yes.text).toContain("Abonnement bestätigt");
  expect((await addressOf(database, page.id))?.confirmed_at).not.toBeNull();
  const manage = /href="(\/manage\/[^"]+)"/.exec(yes.text)?.[1] ?? "";
  expect(bytesOf(await say())).toBe(bytesOf(yes));
  expect((await visit(confirm)).text).toContain("Abonnement bestätigt");
  const saved = await sendForm(visit, manage, {
    filter: "incident_types",
    incident_types: "major",
  });
  expect(saved.headers.location).toBe(manage.replace("?", "?saved=choice&"));
  expect(await addressOf(database, page.id)).toMatchObject({ incident_types: ["major"] });
  const ended = await visit(manage.replace("/manage/", "/unsubscribe/"), { method: "POST" });
  expect([ended.status, ended.text.includes("Abonnement beendet")]).toEqual([200, true]);
  expect(await subscriptionsOf(database, page.id)).toEqual([]);
  expect((await visit(manage)).text).toContain("Dieser Link gilt nicht mehr");
});

test("answers tell by no byte whether an address is known; who has it is sent the way to it", async ({
  server,
  mails,
  organization: { page },
}) => {
  const visit = visitOf(server, page.subdomain);
  const [known, asked] = [newAddress(), newAddress()];
  const send = (email: string) =>
    sendForm(visit, "/subscribe", { channel: "email", email, company: "", filter: "all" });
  await send(known);
  await sendForm(visit, pathOf(linkIn(await mails.nth(known), "subscribe/confirm")), {});
  await send(asked);
  const answers = [await send(known), await send(asked), await send(newAddress())];
  expect(new Set(answers.map(bytesOf)).size).toBe(1);
  const reminder = await mails.nth(known, 2);
  expect(reminder.mail.subject).toBe(`Your subscription to ${page.name}`);
  expect(reminder.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  expect(reminder.raw).toMatch(/^List-Unsubscribe:\s+<http:\/\/[^>]+\/unsubscribe\/[\w-]{32}>\r$/m);
  const links = [];
  for (const email of [known, newAddress()])
    links.push(await sendForm(visit, "/manage", { email, company: "" }));
  expect(new Set(links.map(bytesOf)).size).toBe(1);
  expect(links[0]?.headers.location).toBe("/manage?sent=1");
  expect(linkIn(await mails.nth(known, 3), "manage")).toBe(linkIn(reminder, "manage"));
});

test("what is wrong stands at its field, and nothing that was typed is lost", async ({
  server,
  service,
  organization: { page },
}) => {
  const visit = visitOf(server, page.subdomain);
  const typed = { channel: "email", email: "ada@", company: "", filter: "services" };
  const { status, text } = await sendForm(visit, "/subscribe", {
    ...typed,
    service_ids: [String(service)],
  });
  expect(status).toBe(200);
  expect(text).toContain("Enter an address such as name@example.com.");
  const field = /<input[^>]*name="email"[^>]*>/.exec(text)?.[0];
  expect(field).toContain('value="ada@"');
  expect(field).toContain('aria-invalid="true"');
  const chosen = new RegExp(`<input[^>]*value="${service}"[^>]*>`).exec(text)?.[0];
  expect(chosen).toContain('checked=""');
  const retired = await sendForm(visit, "/subscribe", {
    ...{ channel: "chat", chat_url: "https://acme.webhook.office.com/webhookb2/x" },
    filter: "all",
  });
  expect(retired.text).toContain("Microsoft has retired");
  const zoom = {
    channel: "chat",
    chat_url: "https://inbots.zoom.us/incoming/hook/x",
    filter: "all",
  };
  const asked = await sendForm(visit, "/subscribe", zoom);
  expect(asked.text).toContain('name="zoom_token"');
  expect(asked.text).toContain(zoom.chat_url);
});

test("one incident is followed by itself, where its visitor sees it", async ({
  server,
  database,
  service,
  organization: { page },
}) => {
  const visit = visitOf(server, page.subdomain);
  const hidden = await mintService(database, page.id, { private: true });
  const open = { severity: "major", starts_at: wireNow(), ends_at: null } as const;
  const mint = (title: string, id: number) =>
    mintIncident(database, page.id, { ...open, title, service_ids: [id] });
  const [shown, secret] = [await mint("Cards fail", service), await mint("Unseen", hidden)];
  expect((await visit(`/subscribe?incident=${shown}`)).text).toContain("Cards fail");
  expect((await visit(`/subscribe?incident=${secret}`)).text).not.toContain("Unseen");
  const typed = { channel: "chat", chat_url: `${SLACK}follow`, filter: "incident" };
  await sendForm(visit, `/subscribe?incident=${shown}`, typed);
  expect(await addressOf(database, page.id)).toMatchObject({
    filter: "incident",
    incident_id: shown,
  });
  const refused = await sendForm(visit, "/subscribe", { ...typed, incident_id: String(secret) });
  expect(refused.text).not.toContain("Your channel is subscribed");
});

test("the API asks whom it does not confirm itself, also at a new address", async ({
  api,
  mails,
  database,
  organization: { page },
}) => {
  const path = `/status_pages/${page.subdomain}/subscriptions`;
  const post = async (subscription: object) =>
    (await api.post(path, { subscription })).json<{ subscription: { id: number } }>().subscription
      .id;
  const [first, second, silent] = [newAddress(), newAddress(), newAddress()];
  const id = await post({ type: "email", email: first });
  await mails.nth(first);
  await post({ type: "email", email: silent, confirm: true });
  await api.put(`${path}/${id}`, { subscription: { email: second } });
  await mails.nth(second);
  await expect.poll(() => waitingFor(database, page.id)).toEqual([]);
  expect(mails.to(silent)).toEqual([]);
});
