import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Severity } from "#lib/core/fields/severity.ts";
import { GROUND, type Palette } from "#lib/pages/branding/theme.ts";

const FOLDER = join(fileURLToPath(import.meta.url), "../../../../node_modules/@fontsource/inter");
const SUBSETS = ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "vietnamese"];
const WEIGHTS = [500, 600] as const;

type Font = { name: string; weight: (typeof WEIGHTS)[number]; style: "normal"; data: Buffer };

let fonts: Font[] | undefined;

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

export function canSet(text: string): boolean {
  ranges ??= readRanges();
  const known = ranges;
  return Array.from(text).every((character) => {
    const code = character.codePointAt(0) ?? 0;
    return known.some(([first, last]) => first <= code && code <= last);
  });
}

export type Card = {
  state: Severity | "none" | "unknown";
  brand: string;
  text: string;
  details: string[];
  colors: Palette;
};

export type Element = {
  type: string;
  key: null;
  props: { style?: object; children?: (Element | string)[] } & Record<string, unknown>;
};

export const SIZE = { width: 1200, height: 630 };
const INK = "#1c232b";
const QUIET = "#4d5762";
const UNKNOWN = "#6b7480";

const COLORS = { none: "o", minor: "n", major: "j", scheduled: "p" } as const;

const SHAPES: Record<Card["state"], string> = {
  unknown: "M6 12h12",
  none: "M6.5 12.5l4 4 7-8.5",
  minor: "M12 6.5v7M12 17.2v.1",
  major: "M7.5 7.5l9 9M16.5 7.5l-9 9",
  scheduled:
    "M14 8.2a3.4 3.4 0 0 1 4.2-1.6l-2.3 2.3.4 1.6 1.6.4 2.1-2M14 8.2a3.4 3.4 0 0 0-.3 2.4L7 17",
};

function box(style: object, ...children: (Element | string)[]): Element {
  return { type: "div", key: null, props: { style: { display: "flex", ...style }, children } };
}

function line(text: string, lines: number, style: object): Element {
  return box({ display: "block", lineClamp: lines, ...style }, text);
}

function disc(state: Card["state"], color: string, size: number): Element {
  const path = {
    type: "path",
    key: null,
    props: {
      d: SHAPES[state],
      fill: "none",
      stroke: "#ffffff",
      strokeWidth: 2.2,
      strokeLinecap: "round",
      strokeLinejoin: "round",
    },
  };
  const circle = { type: "circle", key: null, props: { cx: 12, cy: 12, r: 12, fill: color } };
  return {
    type: "svg",
    key: null,
    props: { width: size, height: size, viewBox: "0 0 24 24", children: [circle, path] },
  };
}

export function draft({ state, brand, text, details, colors }: Card): Element {
  const color = state === "unknown" ? UNKNOWN : (colors[COLORS[state]] ?? UNKNOWN);
  const ground = state === "unknown" ? GROUND.light : (colors[`${COLORS[state]}-b`] ?? "");
  const frame = {
    ...SIZE,
    boxSizing: "border-box",
    backgroundColor: ground,
    padding: 72,
    fontFamily: "Inter",
    color: INK,
  };
  if (!canSet(text))
    return box(
      { ...frame, alignItems: "center", justifyContent: "center" },
      disc(state, color, 260),
    );
  const told = details.filter(canSet);
  const size = text.length > 90 ? 52 : 68;
  return box(
    { ...frame, flexDirection: "column", justifyContent: "space-between" },
    line(canSet(brand) ? brand : "", 1, { fontSize: 36, fontWeight: 600 }),
    box(
      { alignItems: "center", gap: 40 },
      disc(state, color, 112),
      line(text, 4, { fontSize: size, fontWeight: 600, lineHeight: 1.15, width: 900 }),
    ),
    box(
      { flexDirection: "column", gap: 8, fontSize: 30, fontWeight: 500, color: QUIET },
      ...told.map((detail) => line(detail, 1, {})),
    ),
  );
}
