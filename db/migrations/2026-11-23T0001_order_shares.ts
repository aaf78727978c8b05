import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table certificate_orders
      -- whose page it is for; null: the application's own host
      add column organization_id bigint references organizations on delete set null,
      -- whether it is the first one of a page's host below PAGES_DOMAIN: authorities bound these
      -- for everybody
      add column is_shared boolean not null default false;
    create index certificate_orders_organization on certificate_orders (organization_id);

    alter table certificates
      add column organization_id bigint references organizations on delete set null;
    update certificates as c set organization_id = p.organization_id
    from status_pages as p where p.id = c.status_page_id;
    update certificates as c set organization_id = p.organization_id
    from addresses as a join status_pages as p on p.id = a.status_page_id
    where c.rank = 2 and a.kind = 'subdomain' and lower(a.name) = split_part(c.name, '.', 1);
  `.execute(db);
}
