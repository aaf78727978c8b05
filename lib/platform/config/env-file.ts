import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { SETTINGS } from "#lib/platform/config/env.ts";

// Names that Node, npm, PostgreSQL's clients and the system read.
const OF_OTHERS =
  /^(?:(?:NODE|NEXT|NPM|UV|LC|MALLOC|OTEL)_\w+|PG[A-Z]+|LANG|TZ|(?:HTTPS?|NO|ALL)_PROXY|SSL_CERT_\w+)$/i;

/** How many characters to insert, delete or replace. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, char] of [...from].entries()) {
    const next = [index + 1];
    for (const [at, other] of [...to].entries())
      next.push(
        Math.min(
          (row[at] ?? 0) + (char === other ? 0 : 1),
          (row[at + 1] ?? 0) + 1,
          (next[at] ?? 0) + 1,
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The setting that a name resembles; undefined: none does. */
function nearestTo(name: string): string | undefined {
  const ranked = SETTINGS.map((setting) => [distance(name.toUpperCase(), setting), setting]);
  const [least, setting] = ranked.sort(([one], [other]) => Number(one) - Number(other))[0] ?? [];
  return Number(least) <= name.length / 2 ? String(setting) : undefined;
}

/** Names that an `.env` file sets and nothing reads. */
export function unknownNames(file = ".env"): { name: string; nearest: string | undefined }[] {
  if (!existsSync(file)) return [];
  return Object.keys(parseEnv(readFileSync(file, "utf8")))
    .filter((name) => !SETTINGS.includes(name) && !OF_OTHERS.test(name))
    .map((name) => ({ name, nearest: nearestTo(name) }));
}

const CUT = /^\s*(?:export\s+)?(\w+)\s*=\s*[^\s'"`#][^#\n]*(?<=\S)#/gm;

/** Names whose value in an `.env` file has no quotes and ends, for its reader, before a `#`. */
export function cutNames(file = ".env"): string[] {
  if (!existsSync(file)) return [];
  return [...readFileSync(file, "utf8").matchAll(CUT)].map(([, name = ""]) => name);
}
