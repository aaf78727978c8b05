import { expect, test } from "@playwright/test";
import fc from "fast-check";
import ical from "node-ical";
import Parser from "rss-parser";
import { incidentUrl, pageUrl } from "#lib/core/addresses/url.ts";
import { isolated } from "#lib/platform/i18n/tags.ts";
import { cleanLine, cleanText, escapeHtml } from "#lib/platform/text.ts";
import { atomOf, rssOf } from "#lib/site/feeds/atom-and-rss.ts";
import { icalOf } from "#lib/site/feeds/ical.ts";
import { pageTelling } from "#tests/support/data/views.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

const SPECIAL = ["]]>", "<![CDATA[", "&amp;", "&#1;", "<b>", "\\n", ";,", "\r\n", "\n", "\r"];
const ODD = ["\u0000", "\u0001", "\u001f", "\u007f", "\u0085", "\u2028", "\ud800", "\uffff"];
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(...SPECIAL, ...ODD),
      fc.string({ unit: "binary", maxLength: 30 }),
      fc.string({ unit: "grapheme-ascii", maxLength: 90 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(""));

test("a clean text has no control characters, and line feeds for every end of a line", () => {
  expect(cleanText("a\u0000b\u001b\u007f\u009fc\td\ud800e")).toBe("abc\td\ufffde");
  expect(cleanText("1\r\n2\r3\n4\u00855\u20286\u20297\v8\f9")).toBe("1\n2\n3\n4\n5\n6\n7\n8\n9");
  expect(cleanLine(" Acme\r\nNAME:evil \t x ")).toBe("Acme NAME:evil x");
});

test("RSS and Atom are well-formed and say what was written, whatever that is", async () => {
  const parser = new Parser();
  await fc.assert(
    fc.asyncProperty(text, text, text, async (name, title, description) => {
      const { view, content } = pageTelling({ name, title, description });
      const rss = await rssOf(view, content, {});
      const status = /status/i.test(name) ? name : `${isolated(name, "en")} status`;
      for (const xml of [rss, await atomOf(view, content, {})]) {
        expect(xml).not.toMatch(CONTROLS);
        const feed = await parser.parseString(Buffer.from(xml).toString());
        expect(feed.title).toBe(cleanLine(status));
        expect(feed.items).toHaveLength(1);
        const [item] = feed.items;
        const url = incidentUrl({ address: "acme" }, 7);
        expect([item?.link, item?.guid ?? item?.id]).toEqual([`${url}#u9`, `${url}#9`]);
      }
      const { items, description: about } = await parser.parseString(rss);
      expect(about).toBe(escapeHtml(cleanLine(status)));
      const [item] = items;
      expect(item?.title?.trim()).toBe(cleanLine(`Reported: ${isolated(title, "en")}`));
      expect(item?.isoDate).toBe("2026-11-20T10:05:00.000Z");
    }),
    { numRuns: 60 },
  );
});

function linesOf(calendar: string): string[] {
  expect(calendar.endsWith("END:VCALENDAR\r\n")).toBe(true);
  return calendar.slice(0, -2).split("\r\n");
}

test("a calendar is well-formed and says what was written, whatever that is", () => {
  fc.assert(
    fc.property(text, text, text, (name, title, description) => {
      const { view, content } = pageTelling({ name, title, description });
      const calendar = icalOf(view, content);
      const lines = linesOf(calendar);
      expect(calendar.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
      expect(calendar).not.toMatch(CONTROLS);
      const longest = Math.max(...lines.map((line) => Buffer.byteLength(line)));
      expect(longest).toBeLessThanOrEqual(75);
      expect(lines.filter((line) => line.startsWith("NAME:"))).toHaveLength(1);
      const events = Object.values(ical.sync.parseICS(calendar)).filter(
        (each) => each?.type === "VEVENT",
      );
      expect(events).toHaveLength(1);
      expect(events[0]).toMatchObject({
        uid: `incident-7@${new URL(pageUrl({ address: "acme" })).hostname}`,
      });
    }),
    { numRuns: 60 },
  );
});

test("calendars say what is written in Markdown as plain text, and the title as it is", () => {
  const { view, content } = pageTelling({
    name: "A, B; C\\D",
    title: "Cards; wallets, \\ “tills”\u0007",
    description:
      "**Cards** are declined: see [the *log*](https://example.com/log).\n\n- one\n- two",
  });
  const calendar = icalOf(view, content).replaceAll("\r\n ", "");
  expect(calendar).toContain("\r\nNAME:A\\, B\\; C\\\\D status\r\n");
  expect(calendar).toContain("\r\nSUMMARY:Outage: Cards\\; wallets\\, \\\\ “tills”\r\n");
  expect(calendar).toContain(
    "Reported: Cards are declined: see the log (https://example.com/log).\\n\\n- one\\n- two\r\n",
  );
});

test("a calendar is the same bytes at any time while nothing changes", () => {
  const at = (as_of: string) => {
    const { view, content } = pageTelling({ as_of });
    return icalOf(view, content);
  };
  expect(at("2026-11-20T12:00:00")).toBe(at("2026-11-22T00:00:01"));
});

const ITEM = incidentUrl({ address: "acme" }, 7);

/** Both feeds as programs read them. */
async function readFeeds(
  { view, content }: ReturnType<typeof pageTelling>,
  asked: { items?: string } = {},
) {
  const feeds = [await rssOf(view, content, asked), await atomOf(view, content, asked)];
  return Promise.all(feeds.map((xml) => new Parser().parseString(xml)));
}

test("an item is an update: its state and title, when it was said, under an id that stays", async () => {
  const told = pageTelling({ title: "Payments fail", description: "We **look**" });
  const [incident] = told.content.incidents;
  if (!incident) throw new Error("The page tells of one incident");
  const one = { ...told.content, about: { kind: "incident" as const, incident } };
  for (const [content, title] of [
    [told.content, "Acme status"],
    [one, "Payments fail – Acme status"],
  ] as const)
    for (const feed of await readFeeds({ ...told, content })) {
      expect(feed.title).toBe(title);
      const [item, ...others] = feed.items;
      expect(others).toEqual([]);
      expect(item?.title).toBe("Reported: Payments fail");
      expect(item?.guid ?? item?.id).toBe(`${ITEM}#9`);
      expect(item?.link).toBe(`${ITEM}#u9`);
      expect(item?.contentSnippet).toContain("We look");
      expect(item?.isoDate).toBe("2026-11-20T10:05:00.000Z");
    }
});

test("?items=incidents has one item per incident, dated by its newest update", async () => {
  const told = pageTelling({ title: "Payments fail" });
  for (const feed of await readFeeds(told, { items: "incidents" })) {
    expect(feed.items).toHaveLength(1);
    const [item] = feed.items;
    expect([item?.guid ?? item?.id, item?.link]).toEqual([ITEM, ITEM]);
    expect(item?.title).toBe("Outage: Payments fail");
    expect(feed.feedUrl ?? "").toMatch(/\?items=incidents$/);
  }
  const asked = { items: "incidents" };
  const said = "2026-11-20T10:05:00.000Z";
  expect(await rssOf(told.view, told.content, asked)).toContain(new Date(said).toUTCString());
  const atom = await atomOf(told.view, told.content, asked);
  expect(atom).toContain("<published>2026-11-20T10:00:00.000Z</published>");
  expect(atom.split("<entry>")[1]).toContain(`<updated>${said}</updated>`);
  for (const feed of await readFeeds(told, { items: "all" }))
    expect(feed.items.map(({ guid, id }) => guid ?? id)).toEqual([`${ITEM}#9`]);
});

test("an incident of which nothing more was said is an item itself, dated when it was made", async () => {
  const told = pageTelling({ title: "Payments fail" });
  for (const incident of told.content.incidents) incident.updates = [];
  for (const feed of await readFeeds(told)) {
    const items = feed.items.map(({ guid, id, isoDate }) => [guid ?? id, isoDate]);
    expect(items).toEqual([[ITEM, "2026-11-20T10:00:00.000Z"]]);
  }
});

test("what was said at the same time stands newest first, however incidents are sorted", async () => {
  const told = pageTelling({});
  const [incident] = told.content.incidents;
  const [update] = incident?.updates ?? [];
  if (!incident || !update) throw new Error("The page tells of one incident");
  const updates = [9, 12].map((id) => ({ ...update, id }));
  const other = { ...incident, id: 8, updates: [{ ...update, id: 10 }] };
  const all = [{ ...incident, updates }, other];
  for (const incidents of [all, all.toReversed()]) {
    const [feed] = await readFeeds({ ...told, content: { ...told.content, incidents } });
    expect(feed?.items.map(({ guid }) => guid?.split("#").at(-1))).toEqual(["12", "10", "9"]);
  }
});

test("names and titles are isolated where they would turn a title round, and nowhere else", async () => {
  const [mine, theirs] = [
    "Payments fail",
    "\u05d4\u05ea\u05e9\u05dc\u05d5\u05de\u05d9\u05dd \u05e0\u05db\u05e9\u05dc\u05d9\u05dd (API)",
  ];
  const inFeed = async (locale: string, title: string) => {
    const { view, content } = pageTelling({ name: "Acme", title, locale });
    const [incident] = content.incidents;
    if (!incident) throw new Error("The page tells of one incident");
    const one = { ...content, about: { kind: "incident" as const, incident } };
    const [feed] = await readFeeds({ view, content: one });
    const summary = /SUMMARY:(.+)/.exec(icalOf(view, content))?.[1]?.trim();
    return [feed?.title, feed?.items[0]?.title, summary].map((text) =>
      text?.includes(`\u2068${title}\u2069`),
    );
  };
  expect(await inFeed("en", mine)).toEqual([false, false, false]);
  expect(await inFeed("en", theirs)).toEqual([true, true, true]);
  expect(await inFeed("ar", mine)).toEqual([true, true, true]);
});
