import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { GROWTH, MAX_HTML, renderCounted, SPARE } from "#lib/core/markdown/render.ts";
import { HEAVY_TEXTS } from "#tests/support/data/heavy-texts.ts";

const MAX_STEPS = 40_001;

for (const [kind, source] of Object.entries(HEAVY_TEXTS)) {
  test(`${kind}: 64 KiB become five times as much at most, in a bounded number of steps`, () => {
    const { html, steps } = renderCounted(source);
    expect(html.length).toBeLessThanOrEqual(GROWTH * source.length + SPARE);
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(MAX_HTML);
    expect(steps).toBeLessThanOrEqual(MAX_STEPS);
  });
}

// Pieces of which Markdown is made, and characters that open what nothing closes.
const piece = fc.oneof(
  fc.constantFrom(
    ..."[ ] ( ) < > * _ ~ ` ! | # - + & \" ' : / . @ \\ \n \t".split(" "),
    ..." ;\n\n;- ;> ;1) ;# ;```\n;|-|-|\n;|a|b|\n;&amp;;a@b.cc ;www.a.co ;http://a.b ;**;~~".split(
      ";",
    ),
    ..."[a](b);![a](b);[a]: b\n;[a];<a@b>;<ab:>;    ;---\n;===\n;永".split(";"),
  ),
  fc.string({ unit: "grapheme", maxLength: 12 }),
);
const source = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 400 }))
  .map(([pieces, times]) => ({ fragment: pieces.join(""), times }));

// Brackets in brackets are looked at once for each level, of which there are twenty.
const STEPS_A_CHARACTER = 25;

test("whatever is written becomes five times as long and 8 KiB at most, in so many steps a character", () => {
  fc.assert(
    fc.property(source, ({ fragment, times }) => {
      const text = fragment.repeat(times);
      const { html, steps } = renderCounted(text);
      expect(html.length).toBeLessThanOrEqual(GROWTH * text.length + SPARE);
      expect(steps).toBeLessThanOrEqual(Math.min(STEPS_A_CHARACTER * text.length, MAX_STEPS));
    }),
    { numRuns: 500 },
  );
});

test("the first 200 links of a text are links, the others say where they lead", () => {
  const { html } = renderCounted("[a](https://b.example) <https://c.example> ".repeat(120));
  expect(html.match(/<a /g)).toHaveLength(200);
  expect(html).toMatch(/ a \(https:\/\/b\.example\) https:\/\/c\.example<\/p>$/);
});

test("a text that would become too much comes out as it was written", () => {
  expect(renderCounted(`${"> ".repeat(18)}<b>&\n\n`.repeat(300)).html).toContain(
    "&lt;b&gt;&amp;<br>",
  );
});
