const STATES: Record<string, string> = { o: "none", n: "minor", j: "major", p: "scheduled" };

export type Card = { id: number; services: number[] };

function section(html: string, name: string): string {
  const [, from = ""] = html.split(`<section aria-labelledby="${name}">`);
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
  const maintenance = section(text, "maintenance");
  const isRunning = (card: Card) =>
    maintenance
      .split(`aria-labelledby="i${card.id}"`)[1]
      ?.split("</article>")[0]
      ?.includes(">Running now<") === true;
  const [, past = ""] = text.split('<ol class="past">');
  return {
    as_of: /datetime="([^"]+)Z" id="as-of"/i.exec(text)?.[1] ?? "",
    state: STATES[/<section class="now (\w+)"/.exec(text)?.[1] ?? ""],
    services: new Map(
      [...text.matchAll(/<details id="s(\d+)"[^>]*><summary>([\s\S]*?)<\/summary>/g)].map(
        ([, id, summary = ""]) => [
          Number(id),
          STATES[/<em class="k (\w+)">/.exec(summary)?.[1] ?? ""],
        ],
      ),
    ),
    open: cards(section(text, "open")),
    more_open: count(text, /more open incidents?/),
    running: cards(maintenance).filter(isRunning),
    more_running: count(text, /more maintenances? in progress/),
    upcoming: cards(maintenance).filter((card) => !isRunning(card)),
    more_upcoming: count(text, /more planned maintenances?/),
    /** Today first. */
    days: past
      .split("<li><h3>")
      .slice(1)
      .map((day) => ({
        incidents: ids(day, "incidents"),
        more: count(day, /more/),
        none: day.includes("No incidents"),
      })),
  };
}

/** What one page of a day's own says, and the address of the next one. */
export function readDay(html: string) {
  return {
    incidents: ids(html, "incidents"),
    more: count(html.replaceAll("<!-- -->", ""), /more from that day/),
    none: html.includes("No incidents"),
    next: /href="(\/history\/[\d-]+\?before=\d+)"/.exec(html)?.[1],
  };
}
