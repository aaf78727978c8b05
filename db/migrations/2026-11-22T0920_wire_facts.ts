import { type Kysely, sql } from "kysely";

// Two pages may say that they have one domain until now: the older one keeps it.
const TAKEN = "another status page has this domain";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table services
      alter column is_up drop not null,
      alter column is_up drop default,
      alter column monitoring_options set default '{}',
      alter column inbound_email_id set default gen_random_uuid()::text,
      drop column incoming_webhook_token;
    -- Nothing was ever checked, nor received at an address that was handed out.
    update services set is_up = null, inbound_email_id = gen_random_uuid()::text;
    alter table services alter column inbound_email_id set not null;
    create unique index services_inbound_email on services (inbound_email_id);
  `.execute(db);
  await sql`
    with doubled as (
      select id, settings->'domain_config' as config,
        row_number() over (partition by settings->'domain_config'->>'domain' order by id) as place
      from status_pages where settings->'domain_config'->>'domain' is not null
    )
    update status_pages as page
    set settings = jsonb_set(page.settings, '{domain_config}', doubled.config || jsonb_build_object(
      'provider', null, 'domain', null, 'previous_domain', doubled.config->'domain',
      'status', 'failed_to_configure', 'validation_records', null, 'error', ${TAKEN}::text
    ))
    from doubled where doubled.id = page.id and doubled.place > 1`.execute(db);
  await sql`
    create unique index status_pages_domain
    on status_pages ((settings->'domain_config'->>'domain'))`.execute(db);
}
