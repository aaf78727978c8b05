const LENGTH = 65_536;

function filled(fragment: string, length = LENGTH): string {
  return fragment.repeat(Math.ceil(length / fragment.length)).slice(0, length);
}

const DEFINITION = `[a]: /${"u".repeat(30_000)}\n\n`;
const TABLE = `${"|".repeat(190)}\n${"|:-:".repeat(189)}|\n${"|\n".repeat(100)}\n`;

/** Texts as large as one may be, each of a kind that becomes a multiple of itself or costs much. */
export const HEAVY_TEXTS: Record<string, string> = {
  "bare mail addresses": filled("a@b.c*"),
  "bare addresses": filled("//a.b "),
  autolinks: filled("<a@b>"),
  links: filled("[a](b)"),
  "references to one long definition": DEFINITION + filled("[a]", LENGTH - DEFINITION.length),
  "images in links": `${DEFINITION}${filled("[![][a]](b)", LENGTH - DEFINITION.length)}`,
  "tables that are filled up": filled(TABLE),
  "nested quotes": filled(`${">".repeat(20)}\n\n`),
  "nested lists": filled("1) 1) 1) 1) 1) 1) 1) 1) 1) a\n"),
  "empty items": filled("-\n"),
  headings: filled("#\n"),
  paragraphs: filled("a\n\n"),
  fences: filled("```\n"),
  emphasis: filled("**a *a_ "),
  stars: filled("*a*"),
  brackets: filled("["),
  "characters that are escaped": filled('"&<'),
  "long lines": filled("永"),
  "characters that JSON escapes": filled("\u0001"),
  "one long link": `https://example.com/${"永".repeat(LENGTH - 20)}`,
};
