import {
  type Line,
  linkGroups,
  markdownLines,
  plainLines,
  plainOf,
  type Run,
  runsText,
} from "#lib/core/markdown/lines.ts";
import { cleanText } from "#lib/platform/text.ts";

// No channel takes more of a text.
const MAX_TEXT = 8_000;
const MAX_SOURCE = 2 * MAX_TEXT;
const MAX_URL = 2_048;
const ELLIPSIS = "…";

function webAddress(href: string, page_url: string): string | null {
  if (href.length > MAX_URL || !URL.canParse(href, page_url)) return null;
  const { protocol, href: whole } = new URL(href, page_url);
  if (!/^https?:$/.test(protocol)) return null;
  return URL.canParse(href) ? href : whole;
}

/** Chats link to web addresses only: others are written out. */
function withWebLinks(runs: readonly Run[], page_url: string): Run[] {
  return linkGroups(runs).flatMap(({ link, runs: said }) => {
    if (!link) return said;
    const href = webAddress(link.href, page_url);
    if (href !== null) {
      const web = { ...link, href };
      return said.map((run) => ({ ...run, link: web }));
    }
    const bare = said.map(({ link: _, ...run }) => run);
    const isShown = link.isBare || runsText(said) === link.href;
    return isShown ? bare : [...bare, { text: ` (${link.href})` }];
  });
}

function strong(run: Run): Run {
  return { ...run, isStrong: true };
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, graphemes.segment(text).containing(most)?.index ?? 0);
}

/** Ends a text that was cut with a sign and the link to the whole. */
function ended(lines: readonly Line[], read_on: Run): Line[] {
  const begun = [...lines];
  const last = begun.pop();
  const after: Line = { kind: "text", margin: "", isApart: begun.length > 0, runs: [read_on] };
  if (!last || last.kind === "code") {
    const sign = { text: `${ELLIPSIS} ` };
    return [...begun, ...(last ? [last] : []), { ...after, runs: [sign, read_on] }];
  }
  const runs = last.runs.map((run, at) =>
    at === last.runs.length - 1 ? { ...run, text: run.text.trimEnd() } : run,
  );
  const said = runs.filter(({ text }) => text !== "");
  return [...begun, { ...last, runs: [...said, { text: ELLIPSIS }] }, { ...after, isApart: true }];
}

function cutLines(lines: readonly Line[], most: number, read_on: Run): Line[] {
  const begun: Line[] = [];
  let room = most;
  for (const line of lines) {
    if (room <= 0) break;
    const runs: Run[] = [];
    for (const run of line.runs) {
      const text = beginning(run.text, Math.max(0, room));
      room -= run.text.length;
      if (text !== "") runs.push({ ...run, text });
    }
    room -= 1;
    begun.push({ ...line, runs });
  }
  return ended(begun, read_on);
}

/** Cuts a text so that it fits in a channel's own unit; whatever is cut ends with sign and link. */
export function fitLines(
  lines: readonly Line[],
  most: number,
  read_on: Run,
  sizeOf: (lines: readonly Line[]) => number,
): readonly Line[] {
  if (sizeOf(lines) <= most) return lines;
  let [low, high] = [0, Math.min(most, plainOf(lines).length)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (sizeOf(cutLines(lines, middle, read_on)) <= most) low = middle;
    else high = middle - 1;
  }
  return cutLines(lines, low, read_on);
}

/** An operator's text for chats: headings are strong, links lead to the web. */
export function textLines(source: string, page_url: string, read_on: Run): readonly Line[] {
  const part = cleanText(source.slice(0, MAX_SOURCE)).trimEnd();
  const lines = (markdownLines(part) ?? plainLines(part)).map((line) => {
    const runs = withWebLinks(line.runs, page_url);
    return { ...line, runs: line.kind === "heading" ? runs.map(strong) : runs };
  });
  const whole = source.length > MAX_SOURCE ? cutLines(lines, MAX_SOURCE, read_on) : lines;
  return fitLines(whole, MAX_TEXT, read_on, (some) => plainOf(some).length);
}

/** Lines of one block of code together, others alone. */
export function blocksOf(lines: readonly Line[]): Line[][] {
  const blocks: Line[][] = [];
  for (const line of lines) {
    const block = blocks.at(-1);
    if (line.kind === "code" && !line.isApart && block?.[0]?.kind === "code") block.push(line);
    else blocks.push([line]);
  }
  return blocks;
}

export function codeOf(block: readonly Line[]): string {
  return block.map(({ runs }) => runsText(runs)).join("\n");
}

/** A margin for readers, not for a Markdown parser. */
export function bulleted(margin: string): string {
  return margin.replace(/- $/, "• ");
}

type Mark = {
  look: "isStrong" | "isEmphasized" | "isStruck";
  open: string;
  close: string;
};

export type Dialect = {
  marks: readonly Mark[];
  text(text: string): string;
  code(text: string): string;
  link(said: string, href: string, isBare: boolean): string;
};

/** Writes runs with marks that open and close in order. */
export function markedUp(runs: readonly Run[], dialect: Dialect): string {
  return linkGroups(runs)
    .map(({ link, runs: said }) => {
      const text = markedRuns(said, dialect);
      return link ? dialect.link(text, link.href, runsText(said) === link.href) : text;
    })
    .join("");
}

function markedRuns(runs: readonly Run[], { marks, text, code }: Dialect): string {
  const open: Mark[] = [];
  let written = "";
  const close = (wanted: readonly Mark[]) => {
    while (open.some((mark) => !wanted.includes(mark))) written += open.pop()?.close;
  };
  for (const run of runs) {
    const wanted = marks.filter(({ look }) => run[look]);
    close(wanted);
    for (const mark of wanted.filter((one) => !open.includes(one))) {
      written += mark.open;
      open.push(mark);
    }
    written += run.isCode ? code(run.text) : text(run.text);
  }
  close([]);
  return written;
}
