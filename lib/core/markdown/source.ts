// Code is shown as it is, so it is matched first. A span ends with its paragraph.
const CODE = [
  "\\\\[^]",
  "^[ \\t>*+\\-\\d.)]*(?<fence>`{3,}|~{3,})[^\\n`]*(?:\\n[^]*?(?:^[ \\t>]*\\k<fence>|$(?![^]))|$(?![^]))",
  "(?<!`)(?<ticks>`+)(?!`)(?:(?!\\n[ \\t]*\\n)[^])*?(?<!`)\\k<ticks>(?!`)",
].join("|");
const SLACK = "<(?<href>(?:https?://|mailto:)[^|<>\\s]+)\\|(?<label>[^<>\\n|]+)>";
const MENTION = "<(?<sign>[#@])[A-Z\\d]+\\|(?<who>[^<>\\n|]+)>";
const NOTE = "(?<note>^ {0,3}\\[\\^[^\\]\\s]+)\\]:";
const FOLD =
  "<summary>(?<summary>[^<\\n]*)</summary>|<(?<tag>/?(?:details|summary))(?:\\s[^<>\\n]*)?>";

const COMMENTS = new RegExp(`${CODE}|(?<comment>(?:^[ \\t]*)?<!--)`, "gm");
const REST = /[ \t]*\n/y;
const TAGS = new RegExp(`${CODE}|${FOLD}|${SLACK}|${MENTION}|${NOTE}`, "gim");
const NEEDED = /<|\[\^/;

type Found = Partial<
  Record<"href" | "label" | "summary" | "tag" | "sign" | "who" | "note", string>
>;

/** Without HTML comments outside code: authors mean them for each other. */
export function withoutComments(source: string): string {
  if (!source.includes("<!--")) return source;
  let shown = "";
  let from = 0;
  COMMENTS.lastIndex = 0;
  for (let found = COMMENTS.exec(source); found; found = COMMENTS.exec(source)) {
    if (found.groups?.comment === undefined) continue;
    const start = found.index + found[0].length - "<!--".length;
    const end = source.indexOf("-->", start);
    if (end < 0) break;
    REST.lastIndex = end + "-->".length;
    const [rest = ""] = REST.exec(source) ?? [];
    // A comment alone takes its line along, which would part what it stands between.
    const isAlone = rest !== "" && /^\n?$/.test(source[found.index - 1] ?? "");
    shown += source.slice(from, isAlone ? found.index : start);
    from = end + "-->".length + (isAlone ? rest.length : 0);
    COMMENTS.lastIndex = from;
  }
  return shown + source.slice(from);
}

/** The source as people mean it: no comments, folds opened, Slack's marks read, footnotes shown. */
export function readableSource(source: string): string {
  const shown = withoutComments(source);
  if (!NEEDED.test(shown)) return shown;
  return shown.replace(TAGS, (all, ...rest) => {
    const { href, label, summary, tag, sign, who, note } = rest.at(-1) as Found;
    if (sign !== undefined) return `${sign}${who}`;
    if (note !== undefined) return `${note}\\]:`;
    if (label !== undefined) return `[${label.replace(/[[\]\\]/g, "\\$&")}](<${href}>)`;
    if (summary !== undefined) return summary.trim() && `\n\n**${summary.trim()}**\n\n`;
    return tag === undefined ? all : "";
  });
}
