import { randomBytes } from "node:crypto";
import type { Db } from "#db/index.ts";
import { hashPassword } from "#lib/core/access/passwords.ts";
import { ROLES, type Role } from "#lib/core/access/permissions.ts";
import { hashToken, newToken, tokenHint } from "#lib/core/access/tokens.ts";
import { wireNow } from "#lib/platform/clock.ts";

export type MintedUser = { id: number; email: string; password: string; key: string };
export type MintedPage = { id: number; subdomain: string; name: string };

export type Minted = {
  id: number;
  name: string;
  owner: MintedUser;
  page: MintedPage;
  /** One organization key of every role. */
  keys: Record<Role, string>;
};

export const PASSWORD = "the-owner-of-the-test";
let passwordHash: Promise<string> | undefined;

function unique(): string {
  return randomBytes(5).toString("hex");
}

type KeyOwner = { organization_id: number; role: Role } | { user_id: number };

export async function mintKey(db: Db, owner: KeyOwner, { revoked = false } = {}): Promise<string> {
  const token = newToken("user_id" in owner ? "uk" : "ok");
  const values = {
    ...owner,
    name: "test",
    token_hash: hashToken(token),
    token_hint: tokenHint(token),
    revoked_at: revoked ? wireNow() : null,
  };
  await db.insertInto("api_keys").values(values).execute();
  return token;
}

/** A member of the organization, or, with a page, of that page alone. */
export async function mintUser(
  db: Db,
  organizationId: number,
  role: Role,
  statusPageId: number | null = null,
): Promise<MintedUser> {
  passwordHash ??= hashPassword(PASSWORD);
  const email = `${role}-${unique()}@example.com`;
  const values = { email, name: `The ${role}`, password_hash: await passwordHash };
  const { id } = await db
    .insertInto("users")
    .values(values)
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("memberships")
    .values({ organization_id: organizationId, user_id: id, status_page_id: statusPageId, role })
    .execute();
  return { id, email, password: PASSWORD, key: await mintKey(db, { user_id: id }) };
}

export type PageOptions = {
  settings?: Record<string, unknown>;
  time_zone?: string;
  draft?: boolean;
  member_restricted?: boolean;
  restricted_ips?: string;
};

export async function mintPage(
  db: Db,
  organizationId: number,
  { settings = {}, ...options }: PageOptions = {},
): Promise<MintedPage> {
  const subdomain = `t${unique()}`;
  const values = {
    organization_id: organizationId,
    subdomain,
    name: `Page ${subdomain}`,
    url: "https://example.com",
    time_zone: "Etc/UTC",
  };
  return db
    .insertInto("status_pages")
    .values({ ...values, ...options, settings: JSON.stringify(settings) })
    .returning(["id", "subdomain", "name"])
    .executeTakeFirstOrThrow();
}

type ServiceOptions = {
  name?: string;
  parent_id?: number;
  private?: boolean;
  order?: number;
  display_uptime_graph?: boolean;
  ping_url?: string;
};

/** A service of a page. @returns its id */
export async function mintService(
  db: Db,
  statusPageId: number,
  options: ServiceOptions = {},
): Promise<number> {
  const values = {
    status_page_id: statusPageId,
    name: `Service ${unique()}`,
    order: 1,
    monitoring_options: "{}",
    ...options,
  };
  const { id } = await db
    .insertInto("services")
    .values(values)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * An organization of one's own with an owner, a page and a key of every role, straight in the
 * database.
 */
export async function mintOrganization(db: Db, page: PageOptions = {}): Promise<Minted> {
  const name = `Organization ${unique()}`;
  const { id } = await db
    .insertInto("organizations")
    .values({ name })
    .returning("id")
    .executeTakeFirstOrThrow();
  const keys = await Promise.all(
    ROLES.map(async (role) => [role, await mintKey(db, { organization_id: id, role })] as const),
  );
  return {
    id,
    name,
    owner: await mintUser(db, id, "owner"),
    page: await mintPage(db, id, page),
    keys: Object.fromEntries(keys) as Record<Role, string>,
  };
}
