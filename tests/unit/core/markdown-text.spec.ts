import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { markdownText } from "#lib/core/markdown/text.ts";

const text = (source: string, most = 4_000) => markdownText(source, most);

test("Markdown reads as plain text: no marks, links with their addresses, lists as lists", () => {
  expect(text("## Now\n**Cards** are _declined_, `E_CARD` is shown.\nSecond line")).toBe(
    "Now\n\nCards are declined, E_CARD is shown.\nSecond line",
  );
  expect(text("See [the plan](https://example.com/plan?a=1&b=2) or <https://example.com/>")).toBe(
    "See the plan (https://example.com/plan?a=1&b=2) or https://example.com/",
  );
  expect(text("[https://example.com](https://example.com) <ops@example.com>")).toBe(
    "https://example.com ops@example.com",
  );
  expect(text("![Chart](https://example.com/c.png) [![logo](a.png)](https://example.com)")).toBe(
    "Chart (https://example.com/c.png) logo (https://example.com)",
  );
  expect(text("- one\n- two\n  - deep\n    more\n\n3. three\n4. four\n\nEnd")).toBe(
    "- one\n- two\n  - deep\n    more\n\n3. three\n4. four\n\nEnd",
  );
  expect(text("> quoted\n> **twice**\n\n```\nlet a = *b*\n```\n\n---\n\nafter")).toBe(
    "> quoted\n> twice\n\nlet a = *b*\n\nafter",
  );
  expect(text("| a | b |\n|---|---|\n| 1 | [2](https://e.com) |\n\nend")).toBe(
    "a | b\n1 | 2 (https://e.com)\n\nend",
  );
  expect(text("1 \\* 2 &lt; 3 &amp; <b>x</b>")).toBe("1 * 2 < 3 & <b>x</b>");
});

test("what would cost more than people write comes as it was written", () => {
  const table = `${"|a".repeat(400)}|\n${"|-".repeat(400)}|\n${"|\n".repeat(1_000)}`;
  expect(text(table)).toBe(table);
});

test("a text is cut where enough of it is said, never within a character", () => {
  expect(text("words ".repeat(10), 11)).toBe("words words…");
  expect(text("🙂🙂", 3)).toBe("🙂…");
  expect(text("short", 5)).toBe("short");
});

test("any source becomes a text of at most that length, and plain words stay as they are", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (source) => {
      expect(text(source, 100).length).toBeLessThanOrEqual(101);
    }),
  );
  const word = fc.stringMatching(/^[a-zäöü]{1,8}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (words) => {
      expect(text(words.join(" "))).toBe(words.join(" "));
    }),
  );
});
