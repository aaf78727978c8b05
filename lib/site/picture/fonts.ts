import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = join(fileURLToPath(import.meta.url), "../../../../node_modules/@fontsource/inter");
const SUBSETS = ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "vietnamese"];
const WEIGHTS = [500, 600] as const;

type Font = { name: string; weight: (typeof WEIGHTS)[number]; style: "normal"; data: Buffer };

let fonts: Font[] | undefined;

/** The fonts that pictures are set in, read when the first one is drawn. */
export function pictureFonts(): Font[] {
  fonts ??= SUBSETS.flatMap((subset) =>
    WEIGHTS.map((weight) => {
      const file = join(FOLDER, "files", `inter-${subset}-${weight}-normal.woff`);
      return { name: "Inter", weight, style: "normal" as const, data: readFileSync(file) };
    }),
  );
  return fonts;
}

let ranges: [first: number, last: number][] | undefined;

function readRanges(): [number, number][] {
  const file = JSON.parse(readFileSync(join(FOLDER, "unicode.json"), "utf8"));
  const listed: string[] = SUBSETS.flatMap((subset) => file[subset].split(","));
  return listed.map((range) => {
    const [first = "", last = first] = range.slice("U+".length).split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

/** Whether a text can be set: every character of it has a glyph. */
export function canSet(text: string): boolean {
  ranges ??= readRanges();
  const known = ranges;
  return Array.from(text).every((character) => {
    const code = character.codePointAt(0) ?? 0;
    return known.some(([first, last]) => first <= code && code <= last);
  });
}
