import type { Severity } from "#lib/core/fields/severity.ts";
import { GROUND, type Palette } from "#lib/pages/branding/theme.ts";
import { canSet } from "#lib/site/picture/fonts.ts";

/** What a picture shows: texts are left out where no font can set them. */
export type Card = {
  state: Severity | "none" | "unknown";
  /** Above: whose page it is. */
  brand: string;
  /** The one large line. */
  text: string;
  /** Below: what else there is to know, a line each. */
  details: string[];
  colors: Palette;
};

/** An element as satori takes it. */
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

/** The elements of a picture: state, sentence and page; without words the state alone. */
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
