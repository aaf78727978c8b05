import { expect, test } from "@playwright/test";
import fc from "fast-check";
import ical from "node-ical";
import Parser from "rss-parser";
import { incidentUrl, pageUrl } from "#lib/core/addresses/url.ts";
import { atomOf, rssOf } from "#lib/site/feeds/atom-and-rss.ts";
import { icalOf } from "#lib/site/feeds/ical.ts";
import { cleanLine, cleanText, escapeHtml } from "#lib/site/words/escape.ts";
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
      const rss = await rssOf(view, content);
      for (const xml of [rss, await atomOf(view, content)]) {
        expect(xml).not.toMatch(CONTROLS);
        const feed = await parser.parseString(Buffer.from(xml).toString());
        expect(feed.title).toBe(cleanLine(`${name} status`));
        expect(feed.items).toHaveLength(1);
        const [item] = feed.items;
        const url = incidentUrl({ address: "acme" }, 7);
        expect([item?.link, item?.guid ?? item?.id]).toEqual([url, url]);
      }
      const { items, description: about } = await parser.parseString(rss);
      expect(about).toBe(escapeHtml(cleanLine(`${name} status`)));
      const [item] = items;
      expect(item?.title?.trim()).toBe(cleanLine(`Outage: ${title}`));
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

test("an incident's own feed has an item for each update, which keeps its id", async () => {
  const { view, content } = pageTelling({ title: "Payments fail", description: "We **look**" });
  const [incident] = content.incidents;
  if (!incident) throw new Error("The page tells of one incident");
  const one = { ...content, about: { kind: "incident" as const, incident } };
  for (const xml of [await rssOf(view, one), await atomOf(view, one)]) {
    const feed = await new Parser().parseString(xml);
    expect(feed.title).toBe("Payments fail – Acme status");
    const [item, ...others] = feed.items;
    expect(others).toEqual([]);
    expect(item?.title).toBe("Reported: Payments fail");
    expect(item?.guid ?? item?.id).toBe(`${incidentUrl({ address: "acme" }, 7)}#u9`);
    expect(item?.link).toBe(`${incidentUrl({ address: "acme" }, 7)}#u9`);
    expect(item?.contentSnippet).toContain("We look");
    expect(item?.isoDate).toBe("2026-11-20T10:05:00.000Z");
  }
});
