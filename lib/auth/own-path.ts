import { env } from "#lib/env.ts";

/**
 * Where to go after signing in: a path of this application, whatever was asked for; never another
 * site.
 */
export function ownPath(next: string): string {
  const { APP_URL } = env();
  if (!next.startsWith("/") || !URL.canParse(next, APP_URL)) return "/";
  // As a browser reads it: a backslash is a slash to it, tabs and line ends are nothing.
  const { origin, pathname, search, hash } = new URL(next, APP_URL);
  return origin === APP_URL && !pathname.startsWith("//") ? pathname + search + hash : "/";
}
