import type { Effect, World } from "#tests/support/effects/effect.ts";

const nameOf = ({ organization }: World) => `status.${organization.page.subdomain}.example.com`;

async function put(world: World, status_page: object): Promise<void> {
  const { id, page } = world.organization;
  await world.api.put(`/orgs/${id}/status_pages/${page.subdomain}`, { status_page });
}

/** A worker sets up what there is a row for. */
async function isSetUp({ database, organization }: World): Promise<boolean> {
  const rows = await database
    .selectFrom("domains")
    .select("id")
    .where("status_page_id", "=", organization.page.id)
    .where("phase", "<>", "leaving")
    .execute();
  return rows.length > 0;
}

/** What asks for a custom domain. */
export const DOMAIN: Record<string, Effect> = {
  domain_config: {
    set: (world) => put(world, { domain_config: { provider: "cdn_b", domain: nameOf(world) } }),
    seen: isSetUp,
  },
  domain: {
    before: { custom_domain_enabled: true },
    set: (world) => put(world, { domain: nameOf(world) }),
    seen: isSetUp,
  },
  custom_domain_enabled: {
    on: (world) => put(world, { domain: nameOf(world) }),
    set: { custom_domain_enabled: true },
    seen: isSetUp,
  },
};
