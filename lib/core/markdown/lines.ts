import type { Token } from "markdown-it";
import { parseWithin } from "#lib/core/markdown/render.ts";

/** Text of one look. */
export type Run = {
  text: string;
  isStrong?: boolean;
  isEmphasized?: boolean;
  isStruck?: boolean;
  isCode?: boolean;
  link?: Link;
};

export type Link = {
  href: string;
  /** Whether the text is the address itself. */
  isBare: boolean;
};

/** A line of an operator's text, which every channel writes in its own dialect. */
export type Line = {
  kind: "text" | "heading" | "code";
  /** Marks of lists and quotes: `- `, `2. `, `> `. */
  margin: string;
  /** Whether a blank line comes before it. */
  isApart: boolean;
  runs: Run[];
};

type Margin = { first: string; rest: string; isBegun: boolean };

const STYLES: Readonly<Record<string, Partial<Run>>> = {
  strong_open: { isStrong: true },
  em_open: { isEmphasized: true },
  s_open: { isStruck: true },
};

function addressOf(token: Token, attribute: "href" | "src"): string {
  return String(token.attrGet(attribute) ?? "");
}

function linkOf(token: Token): Link {
  return { href: addressOf(token, "href"), isBare: token.markup !== "" };
}

/** An image would reveal the reader to its host, so it becomes a link. */
function imageRun(token: Token, look: Partial<Run> | undefined): Run {
  const href = addressOf(token, "src");
  const link = look?.link ?? { href, isBare: false };
  return { ...look, text: token.content || href, link };
}

/** Only the last line of a link names its address. */
function continueLink(runs: Run[], link: Link | undefined): void {
  if (!link) return;
  const bare = { ...link, isBare: true };
  for (const run of runs) if (run.link === link) run.link = bare;
}

/** The runs of each line. */
function inlineRuns(tokens: readonly Token[]): Run[][] {
  const looks: Partial<Run>[] = [];
  let runs: Run[] = [];
  const lines = [runs];
  for (const token of tokens) {
    const look = looks.at(-1);
    const text = token.content;
    if (token.type === "text") {
      if (text !== "") runs.push(look ? { ...look, text } : { text });
    } else if (token.type === "softbreak" || token.type === "hardbreak") {
      continueLink(runs, look?.link);
      runs = [];
      lines.push(runs);
    } else if (token.type === "link_open") {
      looks.push({ ...look, link: linkOf(token) });
    } else if (token.type === "link_close") {
      looks.pop();
      // A link without a text shows its address.
      const link = look?.link;
      if (link && runs.at(-1)?.link !== link) runs.push({ ...look, text: link.href });
    } else if (token.type in STYLES) looks.push({ ...look, ...STYLES[token.type] });
    else if (token.type.endsWith("_close")) looks.pop();
    else if (token.type === "image") runs.push(imageRun(token, look));
    else if (token.type === "code_inline") runs.push({ ...look, text, ...CODE });
  }
  return lines;
}

const CODE = { isCode: true };
const BLOCK_ENDS = new Set(
  ["paragraph", "heading", "table", "blockquote", "bullet_list", "ordered_list"].map(
    (block) => `${block}_close`,
  ),
);

class Writer {
  readonly lines: Line[] = [];
  readonly #margins: Margin[] = [];
  readonly #numbers: (number | null)[] = [];
  #cells: Run[][] | null = null;
  #isApart = false;
  #isHeading = false;

  write(token: Token): void {
    switch (token.type) {
      case "bullet_list_open":
        this.#numbers.push(null);
        break;
      case "ordered_list_open":
        this.#numbers.push(Number(token.attrGet("start") ?? 1));
        break;
      case "list_item_open":
        this.#indent(this.#marker());
        break;
      case "blockquote_open":
        this.#margins.push({ first: "> ", rest: "> ", isBegun: false });
        break;
      case "heading_open":
        this.#isHeading = true;
        break;
      case "tr_open":
        this.#cells = [];
        break;
      case "tr_close":
        this.#put("text", [(this.#cells ?? []).flatMap(separated)]);
        this.#cells = null;
        break;
      case "inline":
        this.#inline(inlineRuns(token.children ?? []));
        break;
      case "fence":
      case "code_block":
        this.#put("code", codeLines(token.content));
        this.#isApart = true;
        break;
      default:
        if (token.type.endsWith("_close")) this.#close(token);
    }
  }

  #marker(): string {
    const number = this.#numbers.at(-1) ?? null;
    if (number === null) return "- ";
    this.#numbers[this.#numbers.length - 1] = number + 1;
    return `${number}. `;
  }

  #indent(marker: string): void {
    this.#margins.push({ first: marker, rest: " ".repeat(marker.length), isBegun: false });
  }

  #margin(): string {
    let marks = "";
    for (const margin of this.#margins) {
      marks += margin.isBegun ? margin.rest : margin.first;
      margin.isBegun = true;
    }
    return marks;
  }

  #inline(lines: Run[][]): void {
    if (this.#cells) this.#cells.push(lines.flatMap(spaced));
    else this.#put(this.#isHeading ? "heading" : "text", lines);
  }

  #close({ type, hidden }: Token): void {
    this.#isHeading = false;
    if (type === "list_item_close" || type === "blockquote_close") this.#margins.pop();
    if (type === "bullet_list_close" || type === "ordered_list_close") this.#numbers.pop();
    if (BLOCK_ENDS.has(type) && !hidden) this.#isApart = true;
  }

  #put(kind: Line["kind"], lines: Run[][]): void {
    let isApart = this.#isApart && this.lines.length > 0;
    this.#isApart = false;
    for (const runs of lines) {
      this.lines.push({ kind, margin: this.#margin(), isApart, runs });
      isApart = false;
    }
  }
}

function spaced(line: Run[], index: number): Run[] {
  return index === 0 ? line : [{ text: " " }, ...line];
}

function separated(cell: Run[], index: number): Run[] {
  return index === 0 ? cell : [{ text: " | " }, ...cell];
}

function codeLines(content: string): Run[][] {
  return content
    .trimEnd()
    .split("\n")
    .map((text) => (text === "" ? [] : [{ text, ...CODE }]));
}

export function plainLines(text: string): Line[] {
  return text.split("\n").map((line) => ({
    kind: "text",
    margin: "",
    isApart: false,
    runs: line === "" ? [] : [{ text: line }],
  }));
}

// No text for people takes more steps; such a text is shown as written.
const STEPS_EACH = 2;
const SPARE_STEPS = 200;

export function parseBounded(source: string): Token[] | null {
  return parseWithin(source, STEPS_EACH * source.length + SPARE_STEPS);
}

/** @returns null: the text costs too much to be read as Markdown */
export function markdownLines(source: string): Line[] | null {
  const tokens = parseBounded(source);
  if (!tokens) return null;
  const writer = new Writer();
  for (const token of tokens) writer.write(token);
  return writer.lines;
}

/** Keeps runs of one link together. */
export function linkGroups(runs: readonly Run[]): { link: Link | undefined; runs: Run[] }[] {
  const groups: { link: Link | undefined; runs: Run[] }[] = [];
  for (const run of runs) {
    const last = groups.at(-1);
    if (last && last.link === run.link) last.runs.push(run);
    else groups.push({ link: run.link, runs: [run] });
  }
  return groups;
}

export function runsText(runs: readonly Run[]): string {
  let all = "";
  for (const { text } of runs) all += text;
  return all;
}

function named(text: string, address: string): string {
  return text === address ? address : `${text} (${address})`;
}

/** A line without its margin: links are followed by their addresses. */
function plainRuns(runs: readonly Run[]): string {
  if (!runs.some(({ link }) => link)) return runsText(runs);
  return linkGroups(runs)
    .map(({ link, runs: said }) => {
      const text = runsText(said);
      return link && !link.isBare ? named(text, link.href) : text;
    })
    .join("");
}

export function joinLines(lines: readonly Line[], write: (line: Line) => string): string {
  return lines.map((line) => (line.isApart ? "\n" : "") + write(line)).join("\n");
}

/** Plain text with list marks and addresses. */
export function plainOf(lines: readonly Line[]): string {
  return joinLines(lines, ({ margin, runs }) => (margin + plainRuns(runs)).trimEnd());
}
