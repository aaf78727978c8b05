/** A service of a list that was pasted; `depth` 0 is the first level. */
type PastedService = { name: string; depth: number };

const TAB_WIDTH = 4;
const BULLET = /^(?:[-*•–]|\d{1,4}[.)])\s+/;

/**
 * The services of a text, a line each: what is indented further than the line above stands below
 * it. Bullets and numbers of lists are left out.
 */
export function pastedServices(text: string): PastedService[] {
  const open: number[] = [];
  return text.split(/\r\n?|\n/).flatMap((line) => {
    const content = line.trimStart();
    const name = content.replace(BULLET, "").trim();
    if (name === "") return [];
    const indent = line
      .slice(0, line.length - content.length)
      .replaceAll("\t", " ".repeat(TAB_WIDTH));
    while ((open.at(-1) ?? -1) >= indent.length) open.pop();
    open.push(indent.length);
    return [{ name, depth: open.length - 1 }];
  });
}
