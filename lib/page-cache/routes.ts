export type Route = {
  /** A segment in brackets stands for any. */
  pattern: string;
  /**
   * The query parameters it knows. All others are dropped, before rendering too: they cost neither
   * a render nor memory.
   */
  query: readonly string[];
  kind: "document" | "feed" | "data";
  /** Whether its last good copy is kept on disk, for a restart during an outage. */
  kept: boolean;
  /** The status of what is there. */
  status: 200 | 404;
};

function document(pattern: string, query: string[] = [], kept = true): Route {
  return { pattern, query: ["lang", ...query], kind: "document", kept, status: 200 };
}

function feed(pattern: string): Route {
  return { pattern, query: ["lang"], kind: "feed", kept: true, status: 200 };
}

function data(pattern: string, query: string[] = []): Route {
  return {
    pattern: `/status_pages/[subdomain]${pattern}`,
    query,
    kind: "data",
    kept: query.length === 0,
    status: 200,
  };
}

const PAGING = ["limit", "before", "after"];

/** On a page's own host, and under `/s/{subdomain}` of the application. */
export const PAGE_ROUTES: readonly Route[] = [
  document("/"),
  document("/history/[day]", ["before"], false),
  document("/services/[id]"),
  document("/incidents/[id]"),
  document("/info_notices/[id]"),
  feed("/rss"),
  feed("/atom"),
  feed("/calendar.ics"),
  feed("/incidents/[id]/calendar.ics"),
];

/** Under `/api/v1` and `/api/v2`. */
export const API_ROUTES: readonly Route[] = [
  data("/status"),
  data("/summary"),
  data("/services/[id]/status"),
  data("/services/[id]/summary"),
  data("/incidents", ["type", ...PAGING]),
  data("/incidents/[id]"),
  data("/info_notices", PAGING),
  data("/info_notices/[id]"),
];

/** What every other path of a page shows: one document, that nothing is there. */
export const NOTHING: Route = { ...document("/404"), status: 404 };

function fits(pattern: string, segments: readonly string[]): boolean {
  const expected = pattern.split("/");
  return (
    expected.length === segments.length &&
    expected.every((segment, index) =>
      segment.startsWith("[") ? segments[index] !== "" : segment === segments[index],
    )
  );
}

const MAX_PATH = 256;

/**
 * What is at a path, spelled the one way we spell it: other spellings would be copies of their own,
 * at the cost of everybody else's.
 */
export function findRoute(routes: readonly Route[], path: string): Route | null {
  if (path.length > MAX_PATH || path.includes("%")) return null;
  const segments = path.split("/");
  return routes.find((route) => fits(route.pattern, segments)) ?? null;
}
