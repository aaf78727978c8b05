import { newsroom } from "#tests/support/data/news.ts";
import { expect, mails, test } from "#tests/support/stand-ins/relay-test.ts";

const GMAIL_BYTES = 98_000;
const letters = "Всё работает медленно, мы ищем причину. ";
const item = "- [Подробнее & ещё](https://status.example/a?b=1&c=2)\n";

for (const [kind, text] of Object.entries({
  "one paragraph of 63,000 Cyrillic letters": letters.repeat(1_575),
  "a list of links": item.repeat(1_100),
  "a code block that is not closed": `\`\`\`\n${"<&>\"'\n".repeat(9_000)}`,
  "one word": "Ж".repeat(64_000),
}))
  test(`a mail of ${kind} is cut with a link, and what stands below it is shown`, async ({
    database,
  }) => {
    const room = await newsroom(database);
    const { email } = await room.subscribe();
    const { id } = await room.open({ updates: [{ description: text, notify: true }] });
    await room.plan();
    await room.send();
    const { html = "", text: plain = "" } = (await mails.nth(email)).mail;
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(GMAIL_BYTES);
    expect(Buffer.byteLength(html)).toBeGreaterThan(GMAIL_BYTES / 2);
    expect(html).toMatch(new RegExp(`<p>… <a href="[^"]*/incidents/${id}">Read more</a></p>`));
    for (const part of ["/manage/", "/unsubscribe/", "You receive", "</html>"])
      expect(html).toContain(part);
    expect(plain).toContain("…\n");
    expect(plain).toContain("/unsubscribe/");
    expect(html).not.toContain("\ufffd");
  });

test("a template that is too long by itself is passed over, and told", async ({ database }) => {
  const email_layout_template = `<main>{{ content | raw }}${"<i>ad</i>".repeat(12_000)}</main>`;
  const settings = { email_templates_enabled: true, email_layout_template };
  const room = await newsroom(database, { settings });
  const { email } = await room.subscribe();
  await room.open();
  await room.plan();
  await room.send();
  const { html = "" } = (await mails.nth(email)).mail;
  const audit = database
    .selectFrom("audit_log")
    .select("changes")
    .where("action", "like", "%template%");
  expect(
    JSON.stringify(await audit.where("status_page_id", "=", room.page.id).execute()),
  ).toContain("hide the links");
  expect(html).not.toContain("<i>ad</i>");
  expect(html).toContain("We are looking into it.");
  expect(html).toContain("/unsubscribe/");
});
