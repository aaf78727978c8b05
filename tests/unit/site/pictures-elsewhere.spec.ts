import { expect, test } from "@playwright/test";
import { messageTexts } from "#lib/channels/message-texts.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { emailRendererFor } from "#lib/notifications/email-content.ts";
import type { EventFacts } from "#lib/notifications/event-facts.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { atomOf, rssOf } from "#lib/site/feeds/atom-and-rss.ts";
import { icalOf } from "#lib/site/feeds/ical.ts";
import { incidentMarkdown } from "#lib/site/markdown.ts";
import { componentsOf } from "#lib/site/statuspage-json/components.ts";
import { inPlainText } from "#lib/site/statuspage-json/document-context.ts";
import { incidentsOf } from "#lib/site/statuspage-json/incidents.ts";
import { CONTENT } from "#tests/support/data/stories.ts";
import { pageTelling } from "#tests/support/data/views.ts";
import { incidentOf, snapshotOf } from "#tests/support/http/statuspage.ts";

const ADDRESS = `/images/${"a1".repeat(20)}-900x600.webp`;
const description = `Queue:\n\n![the queue](${ADDRESS})`;
const PAGE = "http://acme.localhost:3000";
const WHOLE = PAGE + ADDRESS;

test.beforeAll(() => provideEnv({ PORT: "3000", APP_SECRET: "x".repeat(32) }));

test("feeds show a picture by its whole address; private ones, which load nothing, link it", async () => {
  const { view, content } = pageTelling({ description });
  for (const write of [rssOf, atomOf]) {
    const unescaped = (xml: string) => xml.replaceAll("&lt;", "<").replaceAll("&gt;", ">");
    const feed = unescaped(await write(view, content, {}));
    expect(feed).toContain(`<img src="${WHOLE}" alt="the queue"`);
    const own = unescaped(await write(view, { ...content, token: "secret" }, {}));
    expect(own).not.toContain("<img");
    expect(own).toContain(`<a href="${WHOLE}" rel="nofollow noopener">the queue</a>`);
  }
});

test("plain texts say what a picture shows, and where it is", async () => {
  const { view, content } = pageTelling({ description });
  const text = `the queue (${WHOLE})`;
  expect(icalOf(view, content).replaceAll("\r\n ", "")).toContain(text);
  const [incident] = content.incidents;
  if (!incident) throw new Error("No incident");
  expect(incidentMarkdown(view, { incident, postmortem: null })).toContain(
    `> ![the queue](${WHOLE})`,
  );
  const components = componentsOf(snapshotOf([]));
  const told = incidentOf("major", ["2026-11-20T10:00:00", null], [["issue", CONTENT.posted_at]]);
  const updates = told.updates.map((update) => ({ ...update, description }));
  const context = { snapshot: snapshotOf([]), components };
  const incidents = incidentsOf([{ ...told, updates }], context, 100_000);
  const { incidents: plain } = await inPlainText({ incidents }, { address: "acme" });
  expect(plain[0]?.incident_updates[0]?.body).toBe(`Queue:\n\n${text}`);
});

test("chats link a picture", () => {
  const page = { ...CONTENT.page, url: PAGE };
  const { text, lines } = messageTexts({ ...CONTENT, text: description, page });
  expect(text).toContain(`the queue (${WHOLE})`);
  expect(lines.flatMap(({ runs }) => runs)).toContainEqual(
    expect.objectContaining({ text: "the queue", link: { href: WHOLE, isBare: false } }),
  );
});

test("a mail shows a picture, and that of a restricted page links it: it has no session", async () => {
  const mailOf = async (restriction: object) => {
    const content = { ...CONTENT, text: description, page: { ...CONTENT.page, url: PAGE } };
    const grant = { address: "acme", restricted: false } as unknown as PageGrant;
    const page = { subdomain: "acme", ...restriction };
    const look = { page, settings: parseSettings({}) } as unknown as EventFacts;
    const envelope = { from_address: "status@example.com", earlier: [] };
    const { templateOf } = await emailRendererFor(grant, look, [content], envelope);
    return templateOf(content);
  };
  const open = await mailOf({ draft: false, member_restricted: false, restricted_ips: null });
  expect(open.html).toContain(`<img src="${WHOLE}" alt="the queue" width="704" height="469"`);
  expect(open.text).toContain(`the queue (${WHOLE})`);
  for (const restriction of [{ draft: true }, { member_restricted: true }]) {
    const { html } = await mailOf(restriction);
    expect(html).not.toContain(`<img src="${PAGE}/images/`);
    expect(html).toContain(`<a href="${WHOLE}" rel="nofollow noopener">the queue</a>`);
  }
});
