import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { machineMark, withoutMachineTranslations } from "#lib/platform/i18n/machine.ts";
import { translateMarkdown } from "#lib/site/translations/markdown.ts";
import { isMachines, localized } from "#lib/site/words/localized.ts";

const capitals = async (html: readonly string[]) =>
  html.map((one) => one.replace(/(<[^>]*>|&\w+;)|[^<&]+/g, (all, tag) => tag ?? all.toUpperCase()));
const nothing = async (html: readonly string[]) => html.map(() => "");

const SOURCE = `# Payments fail

We **look** into it: [details](https://example.com/a_b?c=d), \`kubectl get pods\`.
Mail help@example.com & say {{name}}.

1. Wait for Checkout API
2. Try \`again\` with max_retries

> Quoted words
> [ref]: it stays

\`\`\`sh
curl https://example.com # do not translate
\`\`\`

    indented code
    and more of it

| Service | State |
|---|---|
| Checkout API | slow |

[ref]: https://example.com/words`;

test("words are translated; markup, addresses, code, placeholders and names are as they were", async () => {
  const said = await translateMarkdown(SOURCE, ["Checkout API"], capitals);
  expect(said).toBe(`# PAYMENTS FAIL

WE **LOOK** INTO IT: [DETAILS](https://example.com/a_b?c=d), \`kubectl get pods\`. MAIL help@example.com & SAY {{name}}.

1. WAIT FOR Checkout API
2. TRY \`again\` WITH max_retries

> QUOTED WORDS
> [REF]: IT STAYS

\`\`\`sh
curl https://example.com # do not translate
\`\`\`

    indented code
    and more of it

| SERVICE | STATE |
|---|---|
| Checkout API | SLOW |

[ref]: https://example.com/words`);
});

test("what a translator breaks, loses or mixes up is put together from its parts", async () => {
  const breaking = async (html: readonly string[]) =>
    html.map((one) => (one.includes("<x") ? "all <b>gone" : one.toUpperCase()));
  const text = "We **look** at `it`, see https://example.com.";
  expect(await translateMarkdown(text, [], breaking)).toBe(
    "WE **LOOK** AT `it`, SEE https://example.com.",
  );
  const turning = async (html: readonly string[]) =>
    html.map((one) => one.replace(/(<x id="0"><\/x>)(.*)(<x id="1"><\/x>)/, "$3$2$1"));
  expect(await translateMarkdown("a `x` b `y` c", [], turning)).toBe("a `x` b `y` c");
  expect(await translateMarkdown("a < b & c", [], capitals)).toBe("A < B & C");
  expect(await translateMarkdown("", [], nothing)).toBe("");
});

test("whatever text there is, a translator that says the same changes nothing but line ends of paragraphs", async () => {
  const same = async (html: readonly string[]) => [...html];
  const part = fc.constantFrom(
    ...["word", "**b**", "`c`", "[l](https://e.x/y)", "<b>", "&amp;", "_i_", "{{v}}", "1. ", "- "],
    ...[
      "| a | b |",
      "# ",
      "> ",
      "\n",
      "\n\n",
      "```\n",
      "    ",
      "a_b",
      "\\*",
      "x@y.de",
      "  \n",
      "😀",
    ],
  );
  const text = fc.array(fc.oneof(part, fc.string({ maxLength: 8 })), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(text, async (parts) => {
      const source = parts.join(" ");
      const said = await translateMarkdown(source, ["word"], same);
      const bare = (one: string) => one.replace(/\s+/g, "");
      expect(bare(said)).toBe(bare(source));
    }),
    { numRuns: 500 },
  );
});

test("an operator's text wins, one of a machine counts while it is of the text that stands there", () => {
  const reader = { locale: "de", written: "en" };
  const machine = { description: "Maschine", machine: machineMark("Text") };
  const record = { description: "Text", translations: { de: machine } };
  const told = (one: typeof record | object, locale = "de") =>
    [one].map((each) => {
      const as = { ...reader, locale };
      return [
        localized(each as typeof record, "description", as),
        isMachines(each as typeof record, "description", as),
      ];
    })[0];
  expect(told(record)).toEqual(["Maschine", true]);
  expect(told({ ...record, description: "Another" })).toEqual(["Another", false]);
  expect(told(record, "fr")).toEqual(["Text", false]);
  expect(told({ ...record, translations: { de: { description: "Ihre" } } })).toEqual([
    "Ihre",
    false,
  ]);
  const both = { "de-AT": machine, de: { description: "Ihre" } };
  expect(told({ ...record, translations: both }, "de-AT")).toEqual(["Ihre", false]);
  expect(withoutMachineTranslations({ de: machine, fr: { description: "La leur" } })).toEqual({
    fr: { description: "La leur" },
  });
});
