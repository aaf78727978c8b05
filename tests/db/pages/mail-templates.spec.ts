import type { Db } from "#db/index.ts";
import { readFindings } from "#lib/api/findings/read.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { previewMail } from "#lib/notifications/email-preview.ts";
import { createIntegration } from "#lib/pages/integrations/integrations.ts";
import { CreateIntegration } from "#lib/pages/integrations/schema.ts";
import { laterOf, wireNow } from "#lib/platform/clock.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { expect, mails, test } from "#tests/support/stand-ins/relay-test.ts";

test.beforeAll(({ database }) => installJobs().then(() => void database));

async function templates(db: Db, status_page_id: number, settings: object): Promise<void> {
  const all = { email_templates_enabled: true, ...settings };
  await db
    .updateTable("status_pages")
    .set({ settings: JSON.stringify(all), updated_at: wireNow() })
    .where("id", "=", status_page_id)
    .execute();
}

test("an operator's notification is written once and filled for each, with the way out always in it", async ({
  database,
}) => {
  const room = await newsroom(database);
  await templates(database, room.page.id, {
    email_layout_template: "<html><body><i>{{ page.name }}</i>{{ content }}</body></html>",
    email_notification_template:
      "<p>Dear {{ subscriber.metadata.company | default: 'reader' }} <{{ subscriber.email }}>: {{ update.html }}</p>",
  });
  const ada = await room.subscribe({ metadata: JSON.stringify({ company: "Ada & <Sons>" }) });
  const bob = await room.subscribe();
  await room.open();
  await room.plan();
  await room.send();
  const [toAda, toBob] = [await mails.nth(ada.email), await mails.nth(bob.email)];
  expect(toAda.mail.html).toContain(`Dear Ada &amp; &lt;Sons&gt; <${ada.email}>`);
  expect(toBob.mail.html).toContain(`Dear reader <${bob.email}>`);
  for (const { mail, raw } of [toAda, toBob]) {
    const out = /^List-Unsubscribe: <(.*)>\r$/m.exec(raw.replaceAll("\r\n ", ""))?.[1] ?? "none";
    expect(mail.html).toMatch(/<a href="[^"]+\/unsubscribe\/[^"]+"[^>]*>Unsubscribe<\/a>/);
    expect(mail.html?.replaceAll("&amp;", "&")).toContain(out);
    expect(mail.text).toContain(out);
    expect(raw).not.toMatch(/blank[0-9a-f]{18}/);
  }
});

test("a template that fails while sending loses no mail: ours goes, and Now says so until settings change", async ({
  database,
}) => {
  const room = await newsroom(database);
  const failing = "<p>\n{{ 7 | divided_by: incident.services.size | nothing }}</p>";
  await templates(database, room.page.id, { email_notification_template: failing });
  const all = [await room.subscribe(), await room.subscribe()];
  for (let count = 1; count <= 2; count += 1) {
    await room.open();
    await room.plan();
    await room.send();
    for (const { email } of all)
      expect((await mails.nth(email, count)).mail.html).toContain("We are looking into it.");
  }
  const failures = async () =>
    (await readFindings(room.ctx, room.page)).filter(
      ({ kind }) => kind === "mail_template_failing",
    );
  expect(await failures()).toMatchObject([{ detail: "Line 2: undefined filter: nothing" }]);
  const audited = database
    .selectFrom("audit_log")
    .selectAll()
    .where("status_page_id", "=", room.page.id)
    .where("action", "=", "mail_template.fail");
  expect(await audited.execute()).toHaveLength(1);
  const { inserted_at } = await audited.executeTakeFirstOrThrow();
  const after = laterOf(wireNow(), inserted_at);
  await database
    .updateTable("status_pages")
    .set({ updated_at: new Date(Date.parse(`${after}Z`) + 1_000).toISOString().slice(0, 19) })
    .where("id", "=", room.page.id)
    .execute();
  expect(await failures()).toEqual([]);
});

test("what a provider gets has a variable for each piece of metadata that a template names", async ({
  database,
  receiver,
}) => {
  const { allowPrivateTargets } = await import("#tests/support/server/env.ts");
  const { provideEnv } = await import("#lib/platform/config/env.ts");
  allowPrivateTargets(true);
  process.env.PROVIDER_URLS = `api.mailgun.net=${new URL(receiver.url).origin}`;
  provideEnv({});
  receiver.answer = (response) => response.writeHead(200).end(JSON.stringify({ id: "<1@x>" }));
  const room = await newsroom(database);
  const mailgun = {
    name: "mailgun",
    key: "key-0123456789abcdef",
    domain: "mg.ada.example",
    email_from_address: "status@ada.example",
    settings: { enabled: true },
  };
  await createIntegration(room.ctx, room.page, parseInput(CreateIntegration, mailgun));
  await templates(database, room.page.id, {
    email_notification_template: "{{ subscriber.metadata.plan }}",
  });
  const { email } = await room.subscribe({ metadata: JSON.stringify({ plan: "<gold>" }) });
  await room.open();
  await room.plan();
  await room.send();
  const form = new URLSearchParams(receiver.received[0]?.body);
  const name = /%recipient\.(x[0-9a-f]+_m0[0-9a-f]+_html)%/.exec(form.get("html") ?? "")?.[1] ?? "";
  const variables = JSON.parse(form.get("recipient-variables") ?? "{}");
  expect(variables[email][name]).toBe("&lt;gold&gt;");
  process.env.PROVIDER_URLS = "";
  allowPrivateTargets(false);
});

test("a preview shows the newest incident by templates that are saved nowhere, each name for what is not known", async ({
  database,
}) => {
  const room = await newsroom(database);
  const none = { email_layout_template: null, email_confirmation_template: null };
  const asked = {
    ...none,
    kind: "notification" as const,
    email_notification_template: "{{ incident.title }}, {{ subscriber.metadata.plan }}",
  };
  const sample = await previewMail(room.ctx, room.page, asked, "ada@example.com");
  expect(sample.html).toContain("[plan]");
  await room.open({ title: "Payments <fail>" });
  const real = await previewMail(room.ctx, room.page, asked, "ada@example.com");
  expect(real.html).toContain("Payments &lt;fail&gt;, [plan]");
  expect([real.failure, real.subject]).toEqual([null, expect.stringContaining("Payments <fail>")]);
  expect(real.text).toContain("We are looking into it.");
  const wrong = { ...asked, email_notification_template: "\n{{ x | y }}" };
  const { failure } = await previewMail(room.ctx, room.page, wrong, "ada@example.com");
  expect(failure).toEqual({ template: "letter", line: 2, problem: "undefined filter: y" });
  const confirm = { ...asked, kind: "confirmation" as const };
  const { subject, html } = await previewMail(room.ctx, room.page, confirm, "ada@example.com");
  expect(subject).toContain("Confirm");
  expect(html).toContain("ada@example.com");
});
