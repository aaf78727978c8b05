const STATES: Record<string, string> = { o: "none", n: "minor", j: "major", p: "scheduled" };

export type Card = { id: number; services: number[] };

function section(html: string, name: string): string {
  const [, from = ""] = html.split(new RegExp(`<section[^>]* aria-labelledby="${name}">`));
  return from.split("</section>")[0] ?? "";
}

function ids(html: string, path: string): number[] {
  return [...html.matchAll(new RegExp(`href="/${path}/(\\d+)"`, "g"))].map(([, id]) => Number(id));
}

function cards(html: string): Card[] {
  return [...html.matchAll(/<article [^>]*aria-labelledby="i(\d+)"[\s\S]*?<\/article>/g)].map(
    ([text, id]) => ({ id: Number(id), services: ids(text, "services") }),
  );
}

function count(html: string, words: RegExp): number {
  const found = new RegExp(`>([\\d,]+) ${words.source}<`).exec(html)?.[1] ?? "0";
  return Number(found.replaceAll(",", ""));
}

/** What the HTML of a status page says, in English. */
export function readPage(html: string) {
  const text = html.replaceAll("<!-- -->", "");
  const now = section(text, "now");
  const isMaintained = now.includes(">In progress<");
  const maintenance = section(text, "maintenance");
  const isRunning = (card: Card) =>
    maintenance
      .split(`aria-labelledby="i${card.id}"`)[1]
      ?.split("</article>")[0]
      ?.includes(">In progress<") === true;
  const [, past = ""] = text.split('<ol class="past">');
  return {
    as_of: /datetime="([^"]+)Z" id="as-of"/i.exec(text)?.[1] ?? "",
    state: STATES[/<section class="now (\w+)"/.exec(text)?.[1] ?? ""],
    services: new Map(
      [...text.matchAll(/<details id="s(\d+)"[^>]*><summary>([\s\S]*?)<\/summary>/g)].map(
        ([, id, summary = ""]) => [
          Number(id),
          STATES[/<em class="k (\w+)/.exec(summary)?.[1] ?? ""],
        ],
      ),
    ),
    /** The only one stands with the sentence. */
    open: cards((isMaintained ? "" : now) + section(text, "open")),
    more_open: count(text, /more open incidents?/),
    running: [...(isMaintained ? cards(now) : []), ...cards(maintenance).filter(isRunning)],
    more_running: count(text, /more maintenance windows? in progress/),
    recent: cards(section(text, "recent")),
    more_recent: count(section(text, "recent").split("</summary>")[1] ?? "", /more/),
    upcoming: cards(maintenance).filter((card) => !isRunning(card)),
    more_upcoming: count(text, /more planned maintenance windows?/),
    /** Today first. */
    days: past.split(/(?=<li(?: data-days="\d+")?><h3>)/).flatMap(daysOf),
  };
}

/** A line of the past days: a day, or several on which nothing happened. */
function daysOf(line: string) {
  const quiet = Number(/^<li data-days="(\d+)"/.exec(line)?.[1] ?? 0);
  if (quiet > 0) return Array.from({ length: quiet }, () => ({ over: [], open: 0, more: 0 }));
  const open = Number(/>(\d+) ongoing/.exec(line)?.[1] ?? 0);
  return [{ over: ids(line, "incidents"), open, more: count(line, /more/) }];
}

/** What one page of a day's own says, and the address of the next one. */
export function readDay(html: string) {
  return {
    incidents: ids(html, "incidents"),
    more: count(html.replaceAll("<!-- -->", ""), /more on this day/),
    none: html.includes("No incidents"),
    next: /href="(\/history\/[\d-]+\?before=\d+)"/.exec(html)?.[1],
  };
}
