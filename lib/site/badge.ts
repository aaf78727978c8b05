import measure from "anafanafo";
import type { Severity } from "#lib/core/fields/severity.ts";
import { BADGE } from "#lib/core/routes/routes.ts";
import { type GROUND, palette, type Seeds } from "#lib/pages/branding/theme.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { cleanLine, escapeHtml } from "#lib/platform/text.ts";
import type { CurrentState } from "#lib/services/state.ts";
import type { PublicService } from "#lib/site/snapshot/tree.ts";
import type { View } from "#lib/site/view/view.ts";
import { localized } from "#lib/site/words/localized.ts";

export type Look = {
  theme: (typeof BADGE.theme)[number] | null;
  /** `flat` has a background, to stand among other badges; `plain` has none, for a footer. */
  style: (typeof BADGE.style)[number];
};

type BadgeState = Severity | "none" | "unknown";

export type Badge = {
  lang: string;
  label: string;
  state: BadgeState;
  word: string;
  sentence: string;
};

const MAX_TEXT = 40;
const HEIGHT = 20;
const FONT = "Verdana,Geneva,DejaVu Sans,sans-serif";
const GAP = 6;
const SHAPE = 12;

const SHAPES: Record<BadgeState, string> = {
  unknown: "M3 6h6",
  none: "M2.5 6.5l2.5 2.5 4.5-5.5",
  minor: "M6 1.5L11 10.5H1zM6 4.8v2.4M6 8.8v.1",
  major: "M2.5 2.5l7 7M9.5 2.5l-7 7",
  scheduled: "M2 10l4.6-4.6M6.4 5.6a2.5 2.5 0 0 1 3.3-3.3L8.2 3.8 8.4 5.2l1.3.2 1.3-1.5",
};

const COLORS = { none: "o", minor: "n", major: "j", scheduled: "p" } as const;
const NEUTRAL = {
  light: { ink: "#1d242c", ground: "#eef1f4", mark: "#5b6672" },
  dark: { ink: "#e6eaef", ground: "#2a313a", mark: "#9aa5b1" },
};

function cut(text: string): string {
  const characters = Array.from(cleanLine(text));
  return characters.length <= MAX_TEXT
    ? characters.join("")
    : `${characters.slice(0, MAX_TEXT - 1).join("")}…`;
}

type Part = "l" | "a" | "w" | "b" | "s";
type Colors = Record<Part, string>;

/** Colors in one scheme: label and background, word and background, shape. */
function colorsIn(scheme: keyof typeof GROUND, state: BadgeState, seeds: Seeds): Colors {
  const { ink, ground, mark } = NEUTRAL[scheme];
  const beside = { l: ink, a: ground };
  if (state === "unknown") return { ...beside, w: ink, b: ground, s: mark };
  const [colors, name] = [palette(seeds, scheme), COLORS[state]];
  const [shape = mark, word = ink, tint = ground] = [
    colors[name],
    colors[`${name}-t`],
    colors[`${name}-b`],
  ];
  return { ...beside, w: word, b: tint, s: shape };
}

function property(part: Part): "stroke" | "fill" {
  return part === "s" ? "stroke" : "fill";
}

function darkSheet(state: BadgeState, seeds: Seeds): string {
  const rules = Object.entries(colorsIn("dark", state, seeds)).map(
    ([part, color]) => `.${part}{${property(part as Part)}:${color}}`,
  );
  return `<style>@media(prefers-color-scheme:dark){${rules.join("")}}</style>`;
}

type Paint = (part: Part) => string;

function widthOf(text: string): number {
  return Math.ceil(measure(text, { font: "11px Verdana" }));
}

// Fits the glyphs of other fonts into the measured width.
function line(text: string, paint: string, x: number): string {
  return `<text ${paint} x="${x}" y="14" textLength="${widthOf(text)}" lengthAdjust="spacingAndGlyphs">${escapeHtml(text)}</text>`;
}

function groundsOf(split: number, width: number, paint: Paint): string {
  const corner = "a4 4 0 0 1";
  const left = `M4 0H${split}V${HEIGHT}H4${corner}-4-4V4${corner}4-4z`;
  const right = `M${split} 0H${width - 4}${corner}4 4V${HEIGHT - 4}${corner}-4 4H${split}z`;
  return `<path ${paint("a")} d="${left}"/><path ${paint("b")} d="${right}"/>`;
}

/** Draws a self-contained badge: no script, font or request. @param seeds the page's colors */
export function badgeSvg(badge: Badge, seeds: Seeds, look: Look): string {
  const colors = colorsIn(look.theme ?? "light", badge.state, seeds);
  const paint: Paint = (part) => `class="${part}" ${property(part)}="${colors[part]}"`;
  const [label, word] = [cut(badge.label), cut(badge.word)];
  const isFlat = look.style === "flat";
  const edge = isFlat ? GAP : 0;
  const split = edge + widthOf(label) + GAP;
  const shape = split + (isFlat ? GAP : 0);
  const start = shape + SHAPE + GAP / 2;
  const width = start + widthOf(word) + edge + (isFlat ? 0 : 1);
  const grounds = isFlat ? groundsOf(split, width, paint) : "";
  const style = look.theme === null ? darkSheet(badge.state, seeds) : "";
  const named = { label: cleanLine(badge.label), value: cleanLine(badge.word) };
  const title = escapeHtml(translator(badge.lang)("joined.label", named));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" lang="${escapeHtml(badge.lang)}"><title>${title}</title><desc>${escapeHtml(cleanLine(badge.sentence))}</desc>${style}${grounds}<g font-family="${FONT}" font-size="11">${line(label, paint("l"), edge)}${line(word, paint("w"), start)}</g><path ${paint("s")} transform="translate(${shape} 4)" d="${SHAPES[badge.state]}" fill="none" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
}

export function badgeLook({ theme, style }: { theme?: string; style?: string }): Look {
  return {
    theme: BADGE.theme.find((known) => known === theme) ?? null,
    style: BADGE.style.find((known) => known === style) ?? "flat",
  };
}

function wordOf(state: CurrentState, known: BadgeState, { snapshot, visit, t }: View): string {
  const own = state && snapshot.types.get(state.type);
  if (own) return localized(own, "name", visit);
  return known === "unknown" ? t("public.legend.unknown") : t(`public.state.${known}`);
}

function draw(badge: Omit<Badge, "lang">, { visit, snapshot }: View, look: Look): string {
  return badgeSvg({ lang: visit.locale, ...badge }, snapshot.page.settings, look);
}

export function pageBadge(view: View, look: Look): string {
  const { page, state, by_id } = view.snapshot;
  const known = state?.severity ?? (by_id.size > 0 ? "none" : "unknown");
  const word = wordOf(state, known, view);
  return draw({ label: page.name, state: known, word, sentence: view.sentence.text }, view, look);
}

export function serviceBadge(service: PublicService, view: View, look: Look): string {
  const { state } = service;
  const known = state?.severity ?? "none";
  const word = wordOf(state, known, view);
  const label = view.names.get(service.id) ?? service.name;
  return draw(
    { label, state: known, word, sentence: view.t(`public.legend.${known}`) },
    view,
    look,
  );
}
