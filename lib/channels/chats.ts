import type { SubscriptionType } from "#lib/channels/channel-types.ts";

export type ChatType = Exclude<SubscriptionType, "email" | "sms" | "webhook">;

type Shape = {
  host: RegExp;
  path: RegExp;
  query?: readonly string[];
  /** Whether nothing stands beside host and path. */
  bare?: boolean;
};

// Mattermost runs anywhere: only its path tells it.
const ANY_HOST = /./;
// Those of Microsoft's workflows, of all generations and national clouds; none is a customer's own.
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
    path: /\/workflows\/[^/]+\/triggers\/[^/]+\/paths\/invoke\/?$/,
    query: ["sig"],
  },
  {
    type: "mattermost",
    host: ANY_HOST,
    path: /^(?:\/[\w.~-]+){0,3}\/hooks\/[a-z0-9]{26}$/,
    bare: true,
  },
];

// Microsoft switched off the addresses of Office 365 connectors in May 2026.
const RETIRED: readonly Shape[] = [
  { host: /(?:^|\.)webhook\.office\.com$/, path: /^\// },
  { host: /^outlook\.office(?:365)?\.com$/, path: /^\/webhook(?:b2)?\// },
];

function fits({ host, path, query = [], bare = false }: Shape, url: URL): boolean {
  return (
    host.test(url.hostname) &&
    path.test(url.pathname) &&
    !(bare && (url.search || url.hash)) &&
    !(url.username || url.password) &&
    query.every((name) => url.searchParams.has(name))
  );
}

/** Which chat the address of a webhook belongs to; null: none that we know. */
export function recogniseChat(address: string): ChatType | "retired_teams" | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  if (RETIRED.some((shape) => fits(shape, url))) return "retired_teams";
  const found = SHAPES.find((shape) => fits(shape, url));
  // Only a Mattermost on a network of one's own goes without encryption.
  if (found?.type !== "mattermost" && url.protocol === "http:") return null;
  return found?.type ?? null;
}
