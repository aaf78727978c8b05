import { env } from "#lib/platform/config/env.ts";

/** A path on an origin, whatever was asked for; never another site. */
export function pathOn(origin: string, next: string): string {
  if (!next.startsWith("/") || !URL.canParse(next, origin)) return "/";
  // As a browser reads it: a backslash is a slash to it, tabs and line ends are nothing.
  const { origin: found, pathname, search, hash } = new URL(next, origin);
  return found === origin && !pathname.startsWith("//") ? pathname + search + hash : "/";
}

/** Where to go after signing in: a path of this application. */
export function ownPath(next: string): string {
  return pathOn(env().APP_URL, next);
}
