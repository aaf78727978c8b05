import type MarkdownIt from "markdown-it";
import type { StateCore, StateInline, Token } from "markdown-it";
import { readableSource } from "#lib/core/markdown/source.ts";

const BREAK = /<br *\/?>/iy;
const WIDE = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\uff00-\uffef]/u;
const CLOSING = /[\p{Po}\p{Pe}\p{Pf}]/u;
const TASK = /^\[([ x])\] (?=\S)/i;
const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:|\/)/i;

function breakLine(state: StateInline, isSilent: boolean): boolean {
  if (state.src[state.pos] !== "<") return false;
  BREAK.lastIndex = state.pos;
  const [tag] = BREAK.exec(state.src) ?? [];
  if (tag === undefined) return false;
  if (!isSilent) state.push("hardbreak", "br", 0);
  state.pos += tag.length;
  while (/[ \n]/.test(state.src[state.pos] ?? "")) state.pos += 1;
  return true;
}

/** Whether a blank of ASCII, or nothing, stands there. */
function isEdge(text: string, at: number): boolean {
  return !(text.charCodeAt(at) > 0x20);
}

/**
 * CommonMark leaves stars where punctuation stands inside and a letter outside, as in
 * `**Status:**Resolved` and everywhere in languages without blanks.
 */
function withEmphasis(Inline: typeof StateInline): typeof StateInline {
  return class extends Inline {
    override scanDelims(start: number, canSplitWord: boolean) {
      const found = super.scanDelims(start, canSplitWord);
      if (!canSplitWord || found.can_open === found.can_close) return found;
      if (isEdge(this.src, start - 1) || isEdge(this.src, start + found.length)) return found;
      const before = this.src.slice(Math.max(0, start - 2), start).match(/.$/su)?.[0] ?? " ";
      const after = String.fromCodePoint(this.src.codePointAt(start + found.length) ?? 32);
      if (/\s/.test(before + after)) return found;
      const isWide = WIDE.test(before + after);
      const can_close = CLOSING.test(before) && (isWide || found.length > 1);
      const can_open = isWide && !CLOSING.test(after);
      return {
        ...found,
        can_open: found.can_open || can_open,
        can_close: found.can_close || can_close,
      };
    }
  };
}

function asText(token: Token, content: string): void {
  token.type = "text";
  token.content = content;
}

/** Such an address leads nowhere from a status page, a mail or a chat. */
function leadsNowhere(token: Token): boolean {
  const to = token.attrGet(token.type === "image" ? "src" : "href");
  return to !== null && !ABSOLUTE.test(String(to));
}

function unlink(tokens: readonly Token[]): void {
  const open: boolean[] = [];
  for (const token of tokens) {
    const isOpening = token.type === "link_open";
    if (isOpening) open.push(leadsNowhere(token));
    if (token.type === "image" && leadsNowhere(token))
      asText(token, token.content || String(token.attrGet("src")));
    else if ((isOpening && open.at(-1)) || (token.type === "link_close" && open.pop()))
      asText(token, "");
  }
}

function finish({ tokens }: StateCore): void {
  tokens.forEach(({ children, content }, at) => {
    if (!children) return;
    unlink(children);
    const [, mark] = (content[0] === "[" && TASK.exec(content)) || [];
    const [first] = children;
    if (mark && first && tokens[at - 2]?.type === "list_item_open")
      first.content = first.content.replace(TASK, mark === " " ? "☐ " : "☑ ");
  });
}

/** Reads what people write elsewhere: HTML of GitHub, links of Slack, tasks, bold beside CJK. */
export function readAsWritten(markdown: InstanceType<typeof MarkdownIt>, step: () => void): void {
  markdown.core.ruler.before("normalize", "readable", (state) => {
    state.src = readableSource(state.src);
  });
  markdown.core.ruler.push("finish", finish);
  markdown.inline.ruler.before("autolink", "break", breakLine);
  markdown.inline.State = withEmphasis(markdown.inline.State);
  markdown.linkify.add("www.", {
    validate: (text, at, { re }) => {
      const host = re.get_relative_proto_validator();
      host.lastIndex = at;
      return host.exec(text)?.[0].length ?? 0;
    },
    normalize: (match) => {
      step();
      match.url = `http://${match.url}`;
    },
  });
}
