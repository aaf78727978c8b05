import { type Token, type TokenHandler, Tokenizer, TokenizerMode } from "parse5";
import { issue, optionalText } from "#lib/core/fields/text.ts";

type Place = { tag: string; line: number };

// Their content is text up to their end.
const TEXT = new Map<string, Tokenizer["state"]>([
  ["plaintext", TokenizerMode.PLAINTEXT],
  ["script", TokenizerMode.SCRIPT_DATA],
  ["textarea", TokenizerMode.RCDATA],
  ["title", TokenizerMode.RCDATA],
  ["iframe", TokenizerMode.RAWTEXT],
  ["noembed", TokenizerMode.RAWTEXT],
  ["noframes", TokenizerMode.RAWTEXT],
  ["noscript", TokenizerMode.RAWTEXT],
  ["style", TokenizerMode.RAWTEXT],
  ["xmp", TokenizerMode.RAWTEXT],
]);
const FOREIGN = new Set(["svg", "math"]);
// Browsers hide everything after such a start without end.
const HIDING = new Set([
  ...FOREIGN,
  ...["audio", "canvas", "datalist", "details", "dialog", "object", "select", "template", "video"],
]);

function replacesPage({ tagName, ...token }: Token.TagToken): boolean {
  const has = (name: string, pattern: RegExp) =>
    token.attrs.some((attribute) => attribute.name === name && pattern.test(attribute.value));
  if (tagName === "base") return has("href", /./);
  if (tagName === "meta") return has("http-equiv", /^refresh$/i) && has("content", /url/i);
  return tagName === "frameset";
}

/** Reads HTML as browsers do, as far as it says where each element and comment ends. */
class Reader implements TokenHandler {
  readonly #html: string;
  readonly #tokenizer = new Tokenizer({ sourceCodeLocationInfo: true }, this);
  #open: { name: string; line: number }[] = [];
  #end = 0;
  #isCut = false;
  unclosed: Place | null = null;
  replacing: Place | null = null;

  constructor(html: string) {
    this.#html = html;
    this.#tokenizer.write(html, true);
  }

  #note({ location }: Token.Token): number {
    this.#end = location?.endOffset ?? this.#end;
    return location?.startLine ?? 1;
  }

  onStartTag(token: Token.TagToken): void {
    const line = this.#note(token);
    const name = token.tagName;
    if (replacesPage(token)) this.replacing ??= { tag: `<${name}>`, line };
    const isForeign = this.#open.some((one) => FOREIGN.has(one.name));
    const state = isForeign ? undefined : TEXT.get(name);
    if (state !== undefined) this.#tokenizer.state = state;
    const isEmpty = token.selfClosing && (isForeign || FOREIGN.has(name));
    if ((state !== undefined || HIDING.has(name)) && !isEmpty) this.#open.push({ name, line });
  }

  onEndTag(token: Token.TagToken): void {
    this.#note(token);
    const at = this.#open.findLastIndex(({ name }) => name === token.tagName);
    if (at >= 0) this.#open.length = at;
  }

  onComment(token: Token.CommentToken): void {
    const line = this.#note(token);
    if (this.#isCut) this.unclosed = { tag: "<!--", line };
  }

  onParseError({ code }: { code: string }): void {
    if (code === "eof-in-comment" || code === "eof-in-tag") this.#isCut = true;
  }

  onEof(): void {
    const [first] = this.#open;
    if (first) this.unclosed ??= { tag: `<${first.name}>`, line: first.line };
    if (!this.#isCut) return;
    const name = /^<\/?[^\s/>]*/.exec(this.#html.slice(this.#end))?.[0].toLowerCase() ?? "<";
    const line = this.#html.slice(0, this.#end).split("\n").length;
    this.unclosed ??= { tag: `${name}>`, line };
  }

  onDoctype = this.#note;
  onCharacter = this.#note;
  onNullCharacter = this.#note;
  onWhitespaceCharacter = this.#note;
}

/** HTML for the page. What would swallow or replace the page is refused with its place. */
export function htmlCode(max: number) {
  return optionalText(max).superRefine((code, ctx) => {
    if (!code) return;
    const { unclosed, replacing } = new Reader(code);
    if (unclosed) ctx.addIssue({ code: "custom", ...issue("not_closed", unclosed) });
    else if (replacing) ctx.addIssue({ code: "custom", ...issue("replaces_page", replacing) });
  });
}
