import { createHash } from "node:crypto";
import type { Response } from "#tests/support/http/http.ts";
import { representationsOf } from "#tests/support/http/representations.ts";
import { inLines, normalize } from "./normalize.ts";
import type { World } from "./world.ts";

export type Keep = (path: string, text: string) => void;

// Of each exchange, of the connection, or of what built files are called.
const VARYING = ["date", "x-request-id", "connection", "keep-alive", "transfer-encoding"];
const OF_CONTENT = ["etag", "content-length"];
const LANGUAGES = ["en", "de", "ar"];

/** An answer as text: status, headers, body; a picture as its hash. */
function shown({ status, headers, bytes, text }: Response): string {
  const lines = Object.entries(headers)
    .filter(([name]) => !VARYING.includes(name))
    .map(([name, value]) => `${name}: ${OF_CONTENT.includes(name) ? "…" : value}`);
  const isBinary = /^(image\/(?!svg)|font)/.test(headers["content-type"] ?? "");
  const body = isBinary ? createHash("sha256").update(bytes).digest("hex") : text;
  return inLines(normalize(`${status}\n${lines.sort().join("\n")}\n\n${body}\n`));
}

function fileOf(path: string): string {
  return path.slice(1).replaceAll("/", ".").replaceAll(/[?&]/g, "_") || "start";
}

type Kinds = Record<"services" | "incidents" | "info_notices", { id: number }[]>;

/** Records every address of a page, in three languages. */
export async function readPage(
  keep: Keep,
  folder: string,
  { call, visit }: World,
  subdomain: string,
): Promise<void> {
  const first = async (kind: keyof Kinds) => {
    const list = (await call("GET", `/status_pages/${subdomain}/${kind}`)).json<Kinds>();
    return list[kind][0]?.id ?? 0;
  };
  const [service, incident, notice] = [
    await first("services"),
    await first("incidents"),
    await first("info_notices"),
  ];
  const named = { service, incident, notice, day: "2026-11-17" };
  const known = representationsOf(subdomain, named).map(({ path }) => path);
  const drawn = known.filter((path) => /\.(svg|png)$/.test(path));
  const paths = [
    ...known,
    ...drawn.map((path) => `${path}?lang=de`),
    "/history?month=2026-10",
    `/services/${service}?period=month`,
    "/badge.svg?theme=dark&style=plain",
    "/nothing-here",
  ];
  for (const language of LANGUAGES)
    for (const path of paths) {
      const answer = await visit(subdomain, path, { headers: { "accept-language": language } });
      keep(`${folder}/${language}/${fileOf(path)}`, shown(answer));
    }
}

type OpenApi = { paths: Record<string, Record<string, object>> };

const KNOWN: Record<string, string> = {
  "{subdomain}": "acme",
  "{organizationId}": "1",
  "{image}": "logo",
  "{day}": "2026-11-17",
  "{webhookMonitoringService}": "status-cake",
};

async function firstId({ call }: World, path: string): Promise<number | null> {
  const answer = await call("GET", path);
  if (answer.status !== 200) return null;
  const list = Object.values(answer.json<Record<string, { id: number }[]>>()).find(Array.isArray);
  return list?.[0]?.id ?? null;
}

/** An address of the document with what there is on the demo page; null: it has nothing of it. */
async function filled(world: World, pattern: string): Promise<string | null> {
  let path = "";
  for (const segment of pattern.split("/").slice(1)) {
    const value = segment.startsWith("{")
      ? (KNOWN[segment] ?? (await firstId(world, path)))
      : segment;
    if (value === null) return null;
    path += `/${value}`;
  }
  return path;
}

/** Records what every GET of the API answers, and what every POST and PUT says to nothing. */
export async function readApi(keep: Keep, world: World): Promise<void> {
  const { paths } = (await world.ask("/api/v2/openapi.json")).json<OpenApi>();
  for (const [pattern, operations] of Object.entries(paths)) {
    const path = await filled(world, pattern);
    if (path === null) continue;
    for (const method of Object.keys(operations).filter((name) => /^(get|post|put)$/.test(name))) {
      const isReading = method === "get";
      if (!isReading && !/\/\w+s$|\d$/.test(path)) continue;
      const body = isReading ? undefined : {};
      const answer = await world.call(method.toUpperCase(), path, body);
      keep(`api/${method}${fileOf(`.${path}`)}`, shown(answer));
      const stranger = await world.ask(`/api/v2${path}`, { method: method.toUpperCase(), body });
      keep(`api-without-key/${method}${fileOf(`.${path}`)}`, shown(stranger));
    }
  }
}

const FOR_ALL = ["/sign-in", "/forgot-password", "/embed/script.js", "/robots.txt", "/docs/api"];

/** Records what the application shows to everybody, and the owner's screens: one of each kind. */
export async function readAdmin(keep: Keep, { ask, cookie }: World): Promise<void> {
  for (const path of FOR_ALL) keep(`application/${fileOf(path)}`, shown(await ask(path)));
  const found = new Map([["acme", "/pages/acme/incidents"]]);
  for (const path of found.values()) {
    const answer = await ask(path, { headers: { cookie } });
    keep(`admin/${fileOf(path)}`, shown(answer));
    const links = answer.text.matchAll(/ href="(\/(?:pages\/acme|organizations|account)[^"#?]*)/g);
    for (const [, link = ""] of links) {
      const kind = link.replaceAll(/\d+/g, "ID");
      if (!found.has(kind)) found.set(kind, link);
    }
  }
}
