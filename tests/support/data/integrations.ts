import type { Db } from "#db/index.ts";
import { sealSecrets } from "#lib/pages/integrations/secrets.ts";

/** A value for each field that an integration can have. */
export const VALUES = {
  user: "AC123",
  phone_number: "+49 1511234567",
  domain: "mg.example.com",
  email_from_address: "status@example.com",
  key: "key-0123456789-secret-abcd",
  password: "password-0123456789-secret",
  relay: "smtp.example.com",
  username: "ada",
  port: 587,
  region: "eu",
};

/** An integration straight in the database. @returns its id */
export async function mintIntegration(db: Db, statusPageId: number): Promise<number> {
  const values = { status_page_id: statusPageId, name: "slack", fields: "{}", settings: "{}" };
  const { id } = await db
    .insertInto("integrations")
    .values(values)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** An account at a social network, so that updates can be posted there; nothing is. */
export async function mintSocialAccount(db: Db, statusPageId: number): Promise<void> {
  const settings = JSON.stringify({ enabled: true });
  const values = { status_page_id: statusPageId, name: "social", fields: "{}", settings };
  await db.insertInto("integrations").values(values).execute();
}

/** An account by which a page texts. @returns its id */
export async function mintTwilio(db: Db, statusPageId: number): Promise<number> {
  const id = await mintIntegration(db, statusPageId);
  await db
    .updateTable("integrations")
    .set({
      name: "twilio",
      fields: JSON.stringify({ user: "AC1", phone_number: "+15005550006" }),
      settings: JSON.stringify({ enabled: true }),
      ...sealSecrets({ key: "twilio-auth-token" }),
    })
    .where("id", "=", id)
    .execute();
  return id;
}

type Cdn = { name: string; key: string; domain?: string };

/** An account at a CDN, for a page's custom domain. @returns its id */
export async function mintCdn(
  db: Db,
  statusPageId: number,
  { name, key, domain }: Cdn,
): Promise<number> {
  const id = await mintIntegration(db, statusPageId);
  const fields = JSON.stringify(domain ? { domain } : {});
  const settings = JSON.stringify({ enabled: true });
  await db
    .updateTable("integrations")
    .set({ name, fields, settings, ...sealSecrets({ key }) })
    .where("id", "=", id)
    .execute();
  return id;
}
