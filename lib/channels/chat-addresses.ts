import type { ChatType } from "#lib/channels/channel.ts";

type Shape = {
  host: RegExp;
  path: RegExp;
  query?: readonly string[];
  /** Further parameters that lead elsewhere. */
  kept?: readonly string[];
  /** Whether the URL must have neither query nor fragment. */
  bare?: boolean;
};

const ANY = /./;
// Microsoft's workflow hosts of all generations and national clouds; no customer owns one.
const WORKFLOWS =
  /\.(?:logic\.azure\.(?:com|us|cn)|api\.(?:gov\.|high\.)?powerplatform\.(?:com|us|cn)|flow\.microsoft\.(?:com|us)|appsplatform\.us)$/;

const SHAPES: readonly (Shape & { type: ChatType })[] = [
  {
    type: "slack",
    host: /^hooks\.slack(?:-gov)?\.com$/,
    path: /^\/services\/[^/]+\/[^/]+\/[^/]+$/,
  },
  {
    type: "discord",
    host: /^(?:(?:canary|ptb)\.)?discord(?:app)?\.com$/,
    path: /^\/api\/(?:v\d+\/)?webhooks\/\d+\/[^/]+$/,
    kept: ["thread_id"],
  },
  {
    type: "google_chat",
    host: /^chat\.googleapis\.com$/,
    path: /^\/v1\/spaces\/[^/]+\/messages$/,
    query: ["key", "token"],
  },
  {
    type: "zoom",
    host: /^(?:inbots|integrations)\.zoom\.us$/,
    path: /^(?:\/chat\/webhooks)?\/incoming(?:\/|-)?(?:hook|webhook)\/[^/]+$/,
  },
  {
    type: "teams",
    host: WORKFLOWS,
    path: /\/workflows\/[^/]+\/triggers\/[^/]+\/paths\/invoke$/,
    query: ["sig"],
  },
  {
    type: "mattermost",
    host: ANY,
    path: /^(?:\/[\w.~-]+){0,3}\/hooks\/[a-z0-9]{26}$/,
    bare: true,
  },
];

// Microsoft switched off the addresses of Office 365 connectors in May 2026.
const RETIRED: readonly Shape[] = [
  { host: /(?:^|\.)webhook\.office\.com$/, path: ANY },
  { host: /^outlook\.office(?:365)?\.com$/, path: /^\/webhook(?:b2)?\// },
];

function pathOf({ pathname }: URL): string {
  return pathname.replace(/\/+$/, "");
}

function fits({ host, path, query = [], bare = false }: Shape, url: URL): boolean {
  return (
    host.test(url.hostname) &&
    path.test(pathOf(url)) &&
    !(bare && (url.search || url.hash)) &&
    !(url.username || url.password) &&
    query.every((name) => url.searchParams.has(name))
  );
}

/** @returns the chat that a webhook URL belongs to; null: unknown */
export function recognizeChat(address: string): ChatType | "retired_teams" | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  if (RETIRED.some((shape) => fits(shape, url))) return "retired_teams";
  const found = SHAPES.find((shape) => fits(shape, url));
  // Only a self-hosted Mattermost may go without encryption.
  if (found?.type !== "mattermost" && url.protocol === "http:") return null;
  return found?.type ?? null;
}

/** One form for all addresses of a channel; others lose what is never sent. */
export function normalChatUrl(address: string): string {
  const url = new URL(address);
  url.hash = "";
  const shape = SHAPES.find((one) => fits(one, url));
  if (!shape) return url.href;
  const isDiscord = shape.type === "discord";
  const path = isDiscord ? pathOf(url).replace(/^\/api\/v\d+/, "/api") : pathOf(url);
  const names = [...(shape.query ?? []), ...(shape.kept ?? [])];
  const query = names.flatMap((name) => {
    const value = url.searchParams.get(name);
    return value === null ? [] : `${name}=${encodeURIComponent(value)}`;
  });
  const origin = isDiscord ? "https://discord.com" : url.origin;
  return `${origin}${path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}
