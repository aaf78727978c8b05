import { expect, test } from "@playwright/test";
import { removesText } from "#lib/core/transaction/outcome.ts";

const said = {
  id: 1,
  description: "We look into it",
  postmortem: null,
  type: "issue",
  translations: { de: { description: "Wir sehen nach" } },
};

test("a text that is edited away, in any language, is taken back; one that is added to is not", () => {
  const keeping = [
    said,
    { ...said, description: "We look into it. It is a cable", type: "resolved" },
    { ...said, postmortem: "It was a cable", translations: { ...said.translations, fr: {} } },
  ];
  for (const after of keeping) expect(removesText(said, after)).toBe(false);
  const taking = [
    { ...said, description: "We look" },
    { ...said, description: null },
    { ...said, translations: {} },
    { ...said, translations: { de: { description: "Wir suchen" } } },
  ];
  for (const after of taking) expect(removesText(said, after)).toBe(true);
});
