import type { PublicRoute } from "#lib/core/routes/route.ts";

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
 * The route of a path in its one canonical spelling: other spellings would be cached as copies of
 * their own and push out others.
 */
export function findRoute(routes: readonly PublicRoute[], path: string): PublicRoute | null {
  if (path.length > MAX_PATH || path.includes("%")) return null;
  const segments = path.split("/");
  return routes.find((route) => fits(route.pattern, segments)) ?? null;
}

/** Where a path's twin in Markdown is; null when it has none. */
export function markdownPath({ pattern, markdown }: PublicRoute, path: string): string | null {
  if (markdown === null) return null;
  const segments = path.split("/");
  const values = new Map(pattern.split("/").map((name, index) => [name, segments[index] ?? ""]));
  return markdown
    .split("/")
    .map((name) => (name.startsWith("[") ? (values.get(name) ?? name) : name))
    .join("/");
}
