import { issue, optionalText } from "#lib/core/fields/text.ts";

// Until its end, whatever follows is read as its content: the page would be empty.
const RAW = "script|style|title|textarea|template|noscript|iframe|xmp|noembed|noframes";
const TAG = `<(?<name>${RAW})\\b(?:"[^"]*"|'[^']*'|[^"'>])*>?`;

type Place = { tag: string; line: number };

/** The first element or comment that swallows what follows the code. */
function findUnclosed(html: string): Place | null {
  const opening = new RegExp(`<!--|${TAG}`, "gi");
  for (let open = opening.exec(html); open; open = opening.exec(html)) {
    const [tag] = open;
    const name = open.groups?.name?.toLowerCase();
    const closing = new RegExp(name === undefined ? "-->" : `</${name}\\b[^>]*>`, "gi");
    // The dashes of `<!-->` open and close it.
    closing.lastIndex = name === undefined ? open.index + 2 : opening.lastIndex;
    const isClosed = (name === undefined || tag.endsWith(">")) && closing.test(html);
    if (!isClosed) {
      const line = html.slice(0, open.index).split("\n").length;
      return { tag: name === undefined ? "<!--" : `<${name}>`, line };
    }
    opening.lastIndex = closing.lastIndex;
  }
  return null;
}

/** HTML for the page. What would swallow the page is refused with its place. */
export function htmlCode(max: number) {
  return optionalText(max).superRefine((code, ctx) => {
    const place = code ? findUnclosed(code) : null;
    if (place) ctx.addIssue({ code: "custom", ...issue("not_closed", place) });
  });
}
