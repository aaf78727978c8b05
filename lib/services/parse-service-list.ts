/** `depth`: 0 at the top level. */
type ListedService = { name: string; depth: number; ping_url: string | null };

const TAB_WIDTH = 4;
const ADDRESS = /^(?:[^,;|]*[,;|])?((?:https?|tcp|dns):\/\/\S+)$/i;
const SEPARATOR = /[,;|:–-]$/;
const BULLET = /^(?:[-*•–]|\d{1,4}[.)])\s+/;

/** As in "API https://api.example.com". */
function named(line: string): Pick<ListedService, "name" | "ping_url"> {
  const ping_url = ADDRESS.exec(line.split(/\s/).at(-1) ?? "")?.[1];
  if (ping_url === undefined) return { name: line, ping_url: null };
  const name = line.slice(0, -ping_url.length).trimEnd().replace(SEPARATOR, "").trimEnd();
  return { name: name || ping_url.replace(/^\w+:\/\//, ""), ping_url };
}

/** One service per line; deeper indentation means a child. Bullets are stripped. */
export function parseServiceList(text: string): ListedService[] {
  const open: number[] = [];
  return text.split(/\r\n?|\n/).flatMap((line) => {
    const content = line.trimStart();
    const { name, ping_url } = named(content.replace(BULLET, "").trim());
    if (name === "") return [];
    const indent = line
      .slice(0, line.length - content.length)
      .replaceAll("\t", " ".repeat(TAB_WIDTH));
    while ((open.at(-1) ?? -1) >= indent.length) open.pop();
    open.push(indent.length);
    return [{ name, depth: open.length - 1, ping_url }];
  });
}
