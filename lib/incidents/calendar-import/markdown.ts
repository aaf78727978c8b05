import { type Token, Tokenizer } from "parse5";

const HTML = /<(?:\/?(?:a|b|i|u|p|div|span|ul|ol|li|strong|em|html-blob)(?:\s[^<>]*)?|br\s*\/?)>/i;
// A `<` that begins no tag: an autolink of Markdown, or a tag without an end.
const NO_TAG = /<(?=https?:|[^\s<>@]{1,64}@|[^<>]*(?:<|$))/gi;
const BLOCKS = ["p", "div", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6"];
const BREAKS = new Map([
  ["br", "\n"],
  ["li", "\n- "],
  ...BLOCKS.map((tag) => [tag, "\n\n"] as const),
]);

function linkTo(href: string, label: string): string {
  if (!/^https?:[^\s<>]+$/i.test(href)) return label;
  return label === "" || label === href ? href : `[${label}](<${href}>)`;
}

/**
 * Google and others keep descriptions as HTML. Read as tokens, since the tree of hostile HTML can
 * be a thousand times as large.
 */
export function markdownOf(text: string): string {
  if (!HTML.test(text)) return text;
  const parts: string[] = [];
  const open: { tag: string; at: number; mark: (inner: string) => string }[] = [];
  const begin = (tag: string, mark: (inner: string) => string) => {
    if (open.every((one) => one.tag !== tag)) open.push({ tag, at: parts.length, mark });
  };
  const end = (tag: string) => {
    const index = open.findIndex((one) => one.tag === tag);
    const [found] = index < 0 ? [] : open.splice(index);
    if (!found) return;
    const { at, mark } = found;
    const all = parts.splice(at).join("");
    const inner = all.trim();
    parts.push(inner.includes("\n\n") ? all : all.replace(inner, () => mark(inner)));
  };
  const write = ({ chars }: Token.CharacterToken) => {
    parts.push(chars.replaceAll("\u00a0", " "));
  };
  const nothing = () => undefined;
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      onStartTag({ tagName, attrs }) {
        parts.push(BREAKS.get(tagName) ?? "");
        const href = attrs.find(({ name }) => name === "href")?.value ?? "";
        if (tagName === "a") begin("a", (label) => linkTo(href, label));
        if (tagName === "b" || tagName === "strong") begin("b", (bold) => bold && `**${bold}**`);
      },
      onEndTag({ tagName }) {
        end(tagName === "strong" ? "b" : tagName);
        if (BLOCKS.includes(tagName)) parts.push("\n\n");
      },
      onCharacter: write,
      onWhitespaceCharacter: write,
      onNullCharacter: nothing,
      onComment: nothing,
      onDoctype: nothing,
      onEof: nothing,
    },
  );
  tokenizer.write(text.replaceAll(NO_TAG, "&lt;"), true);
  return parts
    .join("")
    .replaceAll(/\n\s*\n(?:- )?/g, (gap) => (gap.endsWith("- ") ? "\n\n- " : "\n\n"))
    .trim();
}
