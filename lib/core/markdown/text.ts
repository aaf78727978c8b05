import type { Token } from "markdown-it";
import { parseWithin, plainHtml, renderCounted } from "#lib/core/markdown/render.ts";

type Margin = { first: string; rest: string; begun: boolean };

function named(text: string, address: string): string {
  return text === "" || text === address ? address : `${text} (${address})`;
}

function addressOf(token: Token, attribute: "href" | "src"): string {
  return String(token.attrGet(attribute) ?? "");
}

function inlineText(tokens: readonly Token[]): string {
  // Null: a written-out address needs no repetition.
  const links: { href: string | null; at: number }[] = [];
  let text = "";
  for (const token of tokens) {
    if (token.type === "softbreak" || token.type === "hardbreak") text += "\n";
    else if (token.type === "link_open")
      links.push({ href: token.markup ? null : addressOf(token, "href"), at: text.length });
    else if (token.type === "link_close") {
      const { href, at } = links.pop() ?? { href: null, at: 0 };
      if (href !== null) text = text.slice(0, at) + named(text.slice(at), href);
    } else if (token.type === "image") {
      const source = addressOf(token, "src");
      text += links.length > 0 ? token.content || source : named(token.content, source);
    } else text += token.content;
  }
  return text;
}

class Page {
  readonly #lines: string[] = [];
  readonly #margins: Margin[] = [];
  readonly #numbers: (number | null)[] = [];
  #cells: string[] | null = null;
  #apart = false;

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
        this.#margins.push({ first: "> ", rest: "> ", begun: false });
        break;
      case "tr_open":
        this.#cells = [];
        break;
      case "tr_close":
        this.#put((this.#cells ?? []).join(" | "));
        this.#cells = null;
        break;
      case "inline":
        this.#inline(inlineText(token.children ?? []));
        break;
      case "fence":
      case "code_block":
        this.#put(token.content.trimEnd());
        this.#apart = true;
        break;
      default:
        if (token.type.endsWith("_close")) this.#close(token);
    }
  }

  text(): string {
    return this.#lines.join("\n");
  }

  #marker(): string {
    const number = this.#numbers.at(-1) ?? null;
    if (number === null) return "- ";
    this.#numbers[this.#numbers.length - 1] = number + 1;
    return `${number}. `;
  }

  #indent(marker: string): void {
    this.#margins.push({ first: marker, rest: " ".repeat(marker.length), begun: false });
  }

  #inline(text: string): void {
    if (this.#cells) this.#cells.push(text);
    else this.#put(text);
  }

  #close({ type, hidden }: Token): void {
    if (type === "list_item_close" || type === "blockquote_close") this.#margins.pop();
    if (/^(bullet|ordered)_list_close$/.test(type)) this.#numbers.pop();
    if (/^(paragraph|heading|table|blockquote|\w+_list)_close$/.test(type) && !hidden)
      this.#apart = true;
  }

  #put(text: string): void {
    if (this.#apart && this.#lines.length > 0) this.#lines.push("");
    this.#apart = false;
    for (const line of text.split("\n")) {
      const before = this.#margins.map((margin) => {
        const mark = margin.begun ? margin.rest : margin.first;
        margin.begun = true;
        return mark;
      });
      this.#lines.push((before.join("") + line).trimEnd());
    }
  }
}

function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).replace(/[\ud800-\udbff]$/, "")}…`;
}

export type Form = "html" | "text";

export function inForm(source: string, form: Form): string {
  return form === "html" ? renderCounted(source).html : markdownText(source);
}

export function asWritten(source: string, form: Form): string {
  return form === "html" ? plainHtml(source) : source;
}

const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** Escapes only where the line would otherwise read differently. */
export function typedLine(text: string): string {
  const [open, inline, close] = parseWithin(text, STEPS_EACH * text.length + SPARE_STEPS) ?? [];
  const isParagraph = open?.type === "paragraph_open" && close?.type === "paragraph_close";
  const isShown = isParagraph && inlineText(inline?.children ?? []) === text;
  return isShown ? text : text.replaceAll(PUNCTUATION, "\\$&");
}

// No text for people takes more steps; such a text is shown as written.
const STEPS_EACH = 2;
const SPARE_STEPS = 200;

/** Plain text with list marks and addresses. @param most characters; the rest is cut */
export function markdownText(source: string, most = Number.POSITIVE_INFINITY): string {
  const part = beginning(source, 2 * most);
  const tokens = parseWithin(part, STEPS_EACH * part.length + SPARE_STEPS);
  if (!tokens) return beginning(part, most);
  const page = new Page();
  for (const token of tokens) page.write(token);
  return beginning(page.text(), most);
}
