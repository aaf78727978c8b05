import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table addresses (
      id bigint generated always as identity primary key,
      status_page_id bigint not null references status_pages on delete cascade,
      -- a subdomain of ours as it stands before PAGES_DOMAIN, or a whole host, which has a full stop
      name text not null constraint addresses_name unique,
      kind text not null check (kind in ('subdomain', 'custom')),
      -- the one that links use
      is_primary boolean not null default false,
      -- whether it shows the page: a custom domain, as soon as it is set up
      is_active boolean not null default true,
      -- a former name: until then it leads to the page, and nobody else may take it
      redirects_until timestamptz,
      inserted_at timestamptz not null default now(),
      unique (status_page_id, id),
      check (name = lower(name)),
      check ((kind = 'custom') = (position('.' in name) > 0)),
      check (not is_primary or (is_active and redirects_until is null))
    );
    create unique index addresses_primary on addresses (status_page_id) where is_primary;
    create index addresses_page on addresses (status_page_id);

    insert into addresses (status_page_id, name, kind, is_primary)
    select id, subdomain, 'subdomain', true from status_pages;

    insert into addresses (status_page_id, name, kind, is_active)
    select id, settings #>> '{domain_config,domain}', 'custom',
      settings #>> '{domain_config,status}' = 'active'
    from status_pages where settings #>> '{domain_config,domain}' is not null;

    drop index status_pages_domain;
  `.execute(db);
  await keepAddresses(db);
}

/**
 * Addresses follow status_pages.subdomain and the custom domain in its settings, whoever writes
 * them: this version, or the previous one, which may still run.
 */
async function keepAddresses(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function take_address(page bigint, wanted text, of_kind text, active boolean)
    returns void language plpgsql as $$
    begin
      delete from addresses where redirects_until <= now()
        and (name = wanted or status_page_id = page);
      insert into addresses (status_page_id, name, kind, is_active)
      values (page, wanted, of_kind, active)
      on conflict (name) do update set is_active = excluded.is_active, redirects_until = null
        where addresses.status_page_id = excluded.status_page_id;
      if not found then
        raise unique_violation
          using message = 'another page has this address', constraint = 'addresses_name';
      end if;
    end $$;

    create function keep_addresses() returns trigger language plpgsql as $$
    declare
      domain text := new.settings #>> '{domain_config,domain}';
      active boolean := coalesce(new.settings #>> '{domain_config,status}' = 'active', false);
    begin
      if tg_op = 'INSERT' or new.subdomain <> old.subdomain then
        if tg_op = 'UPDATE' then
          update addresses set is_primary = false, redirects_until = now() + interval '30 days'
          where status_page_id = new.id and name = old.subdomain;
        end if;
        perform take_address(new.id, new.subdomain, 'subdomain', true);
      end if;
      if tg_op = 'INSERT' or new.settings -> 'domain_config' is distinct from
        old.settings -> 'domain_config' then
        update addresses set is_primary = false
        where status_page_id = new.id and kind = 'custom' and not (name = domain and active);
        delete from addresses
        where status_page_id = new.id and kind = 'custom' and name is distinct from domain;
        if domain is not null then
          perform take_address(new.id, domain, 'custom', active);
        end if;
      end if;
      update addresses set is_primary = true
      where status_page_id = new.id and name = new.subdomain and not exists (
        select from addresses where status_page_id = new.id and is_primary
      );
      return null;
    end $$;

    create trigger keep_addresses
    after insert or update of subdomain, settings on status_pages
    for each row execute function keep_addresses();
  `.execute(db);
}
