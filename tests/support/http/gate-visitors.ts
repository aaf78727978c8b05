import {
  ADDRESS,
  CONCERNS,
  type Concern,
  type GatedWorld,
  type State,
} from "#tests/support/http/gated-world.ts";
import { isThorough } from "#tests/support/server/thorough.ts";

export const ALL: readonly Concern[] = CONCERNS;
export const PUBLIC: readonly Concern[] = ["whole", "granted", "grouped"];
export const GRANTED: readonly Concern[] = ["whole", "granted"];
export const NONE: readonly Concern[] = [];
/** Who sees all of any page through the API. */
export const MANAGER = "the editor key";

export type Visitor = {
  name: string;
  /** Where they ask: on the page's own host, or at the application. */
  at: "page" | "application";
  headers: Record<string, string>;
  /** What they may see of a page in each state. */
  sees: Record<State, readonly Concern[]>;
};

function onlyOpen(restricted_ips: readonly Concern[]): Visitor["sees"] {
  return { open: PUBLIC, member_restricted: NONE, restricted_ips, draft: NONE };
}

/**
 * Who asks for something of a page, of everybody who may: one of those who ask at the same place
 * and may see the same of every page, another one at each turn; in a thorough run all of them.
 */
export function visitorsAt(all: Visitor[], turn: number): Visitor[] {
  if (isThorough) return all;
  // A key that manages shows more through the API than pages show.
  const alike = Object.groupBy(all, ({ name, at, sees }) =>
    JSON.stringify([name === MANAGER, at, sees]),
  );
  return Object.values(alike).flatMap((group = []) => group[turn % group.length] ?? []);
}

/** Everybody who may ask for something of a page. */
export function visitorsOf({ organization, people, cookies, accounts }: GatedWorld): Visitor[] {
  const here = { "x-forwarded-for": ADDRESS.right };
  const away = { "x-forwarded-for": ADDRESS.wrong };
  const both = (name: string, headers: Record<string, string>, sees: Visitor["sees"]) =>
    (["page", "application"] as const).map((at) => ({ name, at, headers, sees }));
  const byCookie = (at: Visitor["at"], name: string, cookie: string, sees: Visitor["sees"]) => ({
    name,
    at,
    headers: { cookie, ...away },
    sees,
  });
  const viewing = (member_restricted: readonly Concern[], draft = PUBLIC) => ({
    ...onlyOpen(NONE),
    member_restricted,
    draft,
  });
  const managing = { open: PUBLIC, member_restricted: ALL, restricted_ips: ALL, draft: ALL };
  // A page's session is good for that page alone.
  const onOne = { ...managing, restricted_ips: NONE, draft: NONE };
  return [
    ...both("nobody, at a wrong address", away, onlyOpen(NONE)),
    ...both("nobody, at the right address", here, onlyOpen(PUBLIC)),
    ...[ADDRESS.mapped, ADDRESS.v6, `198.51.100.7, ${ADDRESS.right}`].map((address) => ({
      name: `nobody, at ${address}`,
      at: "page" as const,
      headers: { "x-forwarded-for": address },
      sees: onlyOpen(PUBLIC),
    })),
    {
      name: "nobody, who claims the right address",
      at: "page",
      headers: { "x-forwarded-for": `${ADDRESS.right}, ${ADDRESS.wrong}` },
      sees: onlyOpen(NONE),
    },
    ...both("a stranger's key", { authorization: people.stranger.key, ...away }, onlyOpen(NONE)),
    ...both(
      "the billing key",
      { authorization: organization.keys.billing, ...away },
      onlyOpen(NONE),
    ),
    ...both(
      "the viewer key",
      { authorization: organization.keys.viewer, ...away },
      viewing(PUBLIC),
    ),
    ...both(
      "the key of a viewer in a group",
      { authorization: people.grouped_viewer.key, ...away },
      viewing(GRANTED),
    ),
    ...both(MANAGER, { authorization: organization.keys.editor, ...away }, managing),
    byCookie("page", "a viewer's session of the page", cookies.viewer, viewing(PUBLIC, NONE)),
    byCookie(
      "page",
      "the page session of a viewer in a group",
      cookies.grouped_viewer,
      viewing(GRANTED, NONE),
    ),
    byCookie("page", "an editor's session of the page", cookies.editor, onOne),
    byCookie("page", "an editor's session of the application", accounts.editor, onlyOpen(NONE)),
    byCookie("application", "an editor's session of the page", cookies.editor, onlyOpen(NONE)),
    byCookie("application", "a viewer's session", accounts.viewer, viewing(PUBLIC)),
    byCookie(
      "application",
      "the session of a viewer in a group",
      accounts.grouped_viewer,
      viewing(GRANTED),
    ),
    byCookie("application", "an editor's session", accounts.editor, managing),
    byCookie("application", "a billing session", accounts.billing, onlyOpen(NONE)),
    byCookie("application", "a stranger's session", accounts.stranger, onlyOpen(NONE)),
  ];
}
