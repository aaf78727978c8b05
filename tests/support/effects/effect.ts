import type { Db } from "#db/index.ts";
import type { Minted } from "#tests/support/data/mint.ts";
import type { Api } from "#tests/support/http/api.ts";
import type { Request, Response } from "#tests/support/http/http.ts";
import type { TestServer } from "#tests/support/server/server.ts";

/** A page of a test's own, and who looks at it. */
export type World = {
  server: TestServer;
  api: Api;
  database: Db;
  organization: Minted;
  service: number;
};

export type Settings = Record<string, unknown>;

/**
 * What a setting does: how it is set, and what can be seen then and not before. `before`: what else
 * is set; `on`: what else there is.
 */
export type Effect = {
  set: Settings | ((world: World) => Promise<void>);
  before?: Settings;
  on?: (world: World) => Promise<unknown>;
  seen: (world: World) => Promise<boolean>;
};

export function recordPath({ organization: { id, page } }: World): string {
  return `/orgs/${id}/status_pages/${page.subdomain}`;
}

export function visit(world: World, path = "/", request: Request = {}): Promise<Response> {
  return world.server.visit(world.organization.page.subdomain, path, request);
}

export type Seen = Effect["seen"];

export const text = (shown: RegExp, path = "/"): Seen => {
  return async (world) => shown.test((await visit(world, path)).text.replaceAll("<!-- -->", ""));
};
export const none =
  (shown: Seen): Seen =>
  async (world) =>
    !(await shown(world));
export const status = (path: string, code: number): Seen => {
  return async (world) => (await visit(world, path)).status === code;
};
export const policy = (allowed: RegExp): Seen => {
  return async (world) =>
    allowed.test(String((await visit(world)).headers["content-security-policy"]));
};
export const variable = (name: string, value: string) => text(new RegExp(`--${name}:${value}[;}]`));

/** One more service, with its uptime. */
export async function addService({ api, organization }: World): Promise<number> {
  const service = { name: "Second", display_uptime_graph: true };
  const path = `/status_pages/${organization.page.subdomain}/services`;
  return (await api.post(path, { service })).json<{ service: { id: number } }>().service.id;
}
