import { partsOf, withoutMentions } from "#lib/channels/mentions.ts";
import { blocksOf, codeOf, type Dialect, markedUp } from "#lib/channels/text-lines.ts";
import type { Line } from "#lib/core/markdown/lines.ts";

/** Where the Markdown of one chat differs from another's. */
type Flavor = {
  /** The signs that a backslash escapes; before others it would be shown. */
  escaped: RegExp;
  /** Makes mentions harmless. */
  quiet(text: string): string;
  /** Whether a fence may be longer than the fences in the code. */
  hasLongFences: boolean;
};

export const DISCORD: Flavor = {
  escaped: /[\\`*_{}[\]()#+\-!|~>:=<]|(?<![\p{L}\p{N}._%+-])@/gu,
  // The backslash is enough, and `allowed_mentions` lets nobody be notified.
  quiet: (text) => text,
  hasLongFences: false,
};

// https://github.com/mattermost/marked, `inline.escape`
export const MATTERMOST: Flavor = {
  escaped: /[`*{}[\]()#+\-!_>|~]|\\(?!\w)/g,
  quiet: withoutMentions,
  hasLongFences: true,
};

const MARKS = [
  { look: "isStrong", open: "**", close: "**" },
  { look: "isEmphasized", open: "*", close: "*" },
  { look: "isStruck", open: "~~", close: "~~" },
] as const;

function escaped(text: string, { escaped: signs, quiet }: Flavor): string {
  return quiet(text).replace(signs, "\\$&");
}

/** For `fit`: the pieces of a line that is no Markdown itself. Addresses stay links. */
export function spelledIn(flavor: Flavor) {
  return (text: string): string[] =>
    Array.from(partsOf(text)).flatMap(({ part, isAddress }) =>
      isAddress ? [flavor.quiet(part)] : (escaped(part, flavor).match(/\\[^\w\s]|./gsu) ?? []),
    );
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
}

function codeSpan(text: string): string {
  const ticks = "`".repeat(longestRun(text) + 1);
  const space = /^`|`$/.test(text) ? " " : "";
  return `${ticks}${space}${text}${space}${ticks}`;
}

const IN_ADDRESS: Record<string, string> = { "(": "%28", ")": "%29", "<": "%3C", ">": "%3E" };

function dialectOf(flavor: Flavor): Dialect {
  const addressOf = (href: string) =>
    flavor.quiet(href).replace(/[()<>]/g, (sign) => IN_ADDRESS[sign] ?? sign);
  return {
    marks: MARKS,
    text: (text) => escaped(text, flavor),
    code: codeSpan,
    link: (said, href, isBare) =>
      isBare ? `<${addressOf(href)}>` : `[${said}](${addressOf(href)})`,
  };
}

function fenced(block: readonly Line[], flavor: Flavor): string {
  const code = codeOf(block);
  const longest = longestRun(code);
  if (longest > 2 && !flavor.hasLongFences) return escaped(code, flavor);
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `${fence}\n${code}\n${fence}`;
}

function written({ margin, runs }: Line, dialect: Dialect): string {
  // A number and a dot would begin a list.
  return margin + markedUp(runs, dialect).replace(/^(\d+)\./, "$1\\.");
}

export function chatMarkdown(lines: readonly Line[], flavor: Flavor): string {
  const dialect = dialectOf(flavor);
  return blocksOf(lines)
    .map((block) => {
      const [first] = block as [Line];
      const text = first.kind === "code" ? fenced(block, flavor) : written(first, dialect);
      return (first.isApart ? "\n" : "") + text;
    })
    .join("\n");
}
