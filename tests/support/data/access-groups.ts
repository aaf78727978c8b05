import type { Db } from "#db/index.ts";
import {
  type MintedUser,
  mintOrganization,
  mintService,
  mintUser,
} from "#tests/support/data/mint.ts";
import { type Api, apiOf } from "#tests/support/http/api.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { test as base, expect } from "#tests/support/test.ts";

export type Group = {
  id: number;
  name: string;
  service_ids: number[];
  users_status_pages: number[];
};

export async function membershipOf(database: Db, user: MintedUser): Promise<number> {
  const row = await database
    .selectFrom("memberships")
    .select("id")
    .where("user_id", "=", user.id)
    .executeTakeFirstOrThrow();
  return row.id;
}

export function groupsOf(subdomain: string): string {
  return `/status_pages/${subdomain}/access_groups`;
}

export async function addGroup(api: Api, subdomain: string, fields: object): Promise<Group> {
  const response = await api.post(groupsOf(subdomain), {
    access_group: { name: "Partners", ...fields },
  });
  expect(response.status, response.text).toBe(200);
  return response.json<{ access_group: Group }>().access_group;
}

/** A group of a page with one service and one user, straight in the database. */
export async function addToGroup(db: Db, statusPageId: number, serviceId: number, userId: number) {
  const { id } = await db
    .insertInto("access_groups")
    .values({ status_page_id: statusPageId, name: "Partners" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const membership = await db
    .selectFrom("memberships")
    .select("id")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const link = { status_page_id: statusPageId, access_group_id: id };
  await db
    .insertInto("access_group_services")
    .values({ ...link, service_id: serviceId })
    .execute();
  await db
    .insertInto("access_group_memberships")
    .values({ ...link, membership_id: membership.id })
    .execute();
}

/**
 * A page for members only: shop ─ cart, bank ─ vault (private), with an incident and a notice for
 * each and for the page as a whole.
 */
export async function membersPage(database: Db, server: TestServer) {
  const organization = await mintOrganization(database, { member_restricted: true });
  const { id, subdomain } = organization.page;
  const api = apiOf(server, organization.keys.admin);
  const shop = await mintService(database, id, { name: "Shop" });
  const cart = await mintService(database, id, { name: "Cart", parent_id: shop });
  const bank = await mintService(database, id, { name: "Bank" });
  const vault = await mintService(database, id, { name: "Vault", parent_id: bank, private: true });
  const base = `/status_pages/${subdomain}`;
  const concerning: [string, number[]][] = [
    ["cart", [cart]],
    ["bank", [bank]],
    ["both", [cart, bank]],
    ["vault", [vault]],
  ];
  for (const [name, service_ids] of concerning) {
    const incident = {
      title: `Incident ${name}`,
      type: name === "bank" ? "major" : "minor",
      service_ids,
    };
    expect((await api.post(`${base}/incidents`, { incident })).status).toBe(201);
  }
  for (const [name, service_ids] of [...concerning, ["page", []]] as [string, number[]][]) {
    const info_notice = {
      title: `Notice ${name}`,
      service_ids,
      updates: [{ description: "Text" }],
    };
    expect((await api.post(`${base}/info_notices`, { info_notice })).status).toBe(200);
  }
  const viewer = await mintUser(database, organization.id, "viewer");
  return {
    organization,
    subdomain,
    base,
    api,
    shop,
    cart,
    bank,
    vault,
    viewer,
    asViewer: apiOf(server, viewer.key),
  };
}

export const test = base.extend<{ members: Awaited<ReturnType<typeof membersPage>> }>({
  members: async ({ database, server }, use) => use(await membersPage(database, server)),
});
