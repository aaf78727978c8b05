import type { TestServer } from "#tests/support/server/server.ts";

/** The properties of one event of a calendar, unfolded, as they are written. */
export type Entry = Record<string, string>;

/** The events of an iCalendar file. */
function entriesOf(text: string): Entry[] {
  const lines = text.replaceAll("\r\n ", "").split("\r\n");
  const entries: Entry[] = [];
  let inside = false;
  for (const line of lines) {
    if (line === "BEGIN:VEVENT") entries.push({});
    inside = line === "BEGIN:VEVENT" || (inside && line !== "END:VEVENT");
    const [name = "", ...value] = line.split(":");
    const entry = entries.at(-1);
    if (inside && entry) entry[name] = value.join(":");
  }
  return entries;
}

/** The events of a page's calendar, or of one incident's. */
export async function readCalendar(
  server: TestServer,
  subdomain: string,
  path = "/calendar.ics",
): Promise<Entry[]> {
  return entriesOf((await server.visit(subdomain, path)).text);
}
