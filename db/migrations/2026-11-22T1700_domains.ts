import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A custom domain being set up, in use, or being taken down. It follows the page's
    -- domain_config (keep_domains): verbs write that, and nothing else.
    create table domains (
      id bigint generated always as identity primary key,
      -- null: the page is gone, and what it had at a provider is still to be taken away
      status_page_id bigint references status_pages on delete set null,
      organization_id bigint references organizations on delete set null,
      name text not null check (name = lower(name)),
      -- what the page asked for, as domain_config has it
      provider text not null,
      -- who does it, from the first step on
      driver text check (driver in ('cdn_a', 'cdn_b', 'edge')),
      -- former: serves until the new domain is active
      phase text not null check (phase in ('configuring', 'active', 'failed', 'former', 'leaving')),
      -- what the name has to show to prove that it leads to us
      token text not null default encode(sha256(gen_random_uuid()::text::bytea), 'hex'),
      -- since when it is proven that the name leads to us
      proven_at timestamptz,
      -- what the driver has to remember
      state jsonb not null default '{}',
      -- what the domain doctor saw
      report jsonb,
      reported_at timestamptz,
      asked_at timestamptz not null default now(),
      attempts integer not null default 0,
      due_at timestamptz not null default now(),
      claimed_by uuid,
      claimed_until timestamptz
    );
    create unique index domains_page on domains (status_page_id, name) where phase <> 'leaving';
    create index domains_due on domains (due_at);
    create index domains_name on domains (name);

    -- A certificate that is wanted or there for a host. The key is sealed
    create table certificates (
      id bigint generated always as identity primary key,
      -- a host, or *.domain of one that was uploaded
      name text not null constraint certificates_name unique check (name = lower(name)),
      -- null: one of this installation's own names
      status_page_id bigint references status_pages on delete set null,
      source text not null check (source in ('acme', 'uploaded')),
      -- PEM; null until it is there
      chain text,
      private_key text,
      issuer text,
      serial text,
      not_before timestamptz,
      not_after timestamptz,
      -- the directory that issued it, by which it is renewed and revoked
      directory_url text,
      error text,
      attempts integer not null default 0,
      -- when to order, renew or look again
      due_at timestamptz not null default now(),
      claimed_by uuid,
      claimed_until timestamptz,
      changed_at timestamptz not null default now(),
      check ((chain is null) = (private_key is null))
    );
    create index certificates_due on certificates (due_at);

    -- What a certificate authority asks the names it certifies, on whichever node it comes to
    create table certificate_challenges (
      token text primary key,
      name text not null,
      kind text not null check (kind in ('http-01', 'tls-alpn-01')),
      key_authorization text not null,
      expires_at timestamptz not null
    );
    create index certificate_challenges_name on certificate_challenges (name);

    -- Certificates that are no longer used and are to be revoked
    create table certificate_revocations (
      id bigint generated always as identity primary key,
      name text not null,
      chain text not null,
      private_key text not null,
      directory_url text not null,
      attempts integer not null default 0,
      due_at timestamptz not null default now(),
      claimed_by uuid,
      claimed_until timestamptz
    );

    create table acme_accounts (
      directory_url text primary key,
      private_key text not null,
      account_url text,
      inserted_at timestamptz not null default now()
    );
  `.execute(db);
  await keepAddresses(db);
  await keepDomains(db);
  await tellOfHosts(db);
}

/** As before, and: a custom domain serves until its successor is active, and then leads to it. */
async function keepAddresses(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function keep_addresses() returns trigger language plpgsql as $$
    declare
      config jsonb := new.settings -> 'domain_config';
      domain text := config ->> 'domain';
      previous text := config ->> 'previous_domain';
      active boolean := coalesce(config ->> 'status' = 'active', false);
    begin
      if tg_op = 'INSERT' or new.subdomain <> old.subdomain then
        if tg_op = 'UPDATE' then
          update addresses set is_primary = false, redirects_until = now() + interval '30 days'
          where status_page_id = new.id and name = old.subdomain;
        end if;
        perform take_address(new.id, new.subdomain, 'subdomain', true);
      end if;
      if tg_op = 'INSERT' or config is distinct from old.settings -> 'domain_config' then
        delete from addresses
        where status_page_id = new.id and kind = 'custom' and redirects_until is null
          and name is distinct from domain
          and not (name is not distinct from previous and is_active);
        if domain is not null then
          -- What was set up once goes on serving while it is set up anew.
          perform take_address(new.id, domain, 'custom', active or exists (
            select from addresses where status_page_id = new.id and name = domain and is_active
              and redirects_until is null
          ));
        end if;
        if active then
          update addresses set is_primary = false
          where status_page_id = new.id and is_primary and name <> domain;
          update addresses set redirects_until = now() + interval '30 days'
          where status_page_id = new.id and kind = 'custom' and name <> domain
            and redirects_until is null;
          update addresses set is_primary = true
          where status_page_id = new.id and name = domain and not is_primary;
        end if;
      end if;
      update addresses set is_primary = true
      where status_page_id = new.id and name = new.subdomain and not exists (
        select from addresses where status_page_id = new.id and is_primary
      );
      return null;
    end $$;

    -- Those that were active before lead the page from now on.
    with custom as (
      select status_page_id from addresses
      where kind = 'custom' and is_active and redirects_until is null
    )
    update addresses set is_primary = false
    where is_primary and status_page_id in (select status_page_id from custom);
    update addresses set is_primary = true
    where kind = 'custom' and is_active and redirects_until is null;
  `.execute(db);
}

async function keepDomains(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_domains() returns trigger language plpgsql as $$
    declare
      config jsonb := new.settings -> 'domain_config';
      before jsonb;
      wanted text := config ->> 'domain';
      asked text := coalesce(config ->> 'provider', 'legacy_custom_domain');
      now_is text := config ->> 'status';
    begin
      if tg_op = 'UPDATE' then
        before := old.settings -> 'domain_config';
      end if;
      if config is not distinct from before then
        return null;
      end if;
      update domains set phase = 'former'
      where status_page_id = new.id and phase = 'active'
        and name = config ->> 'previous_domain' and name is distinct from wanted;
      update domains set phase = 'leaving', due_at = now()
      where status_page_id = new.id and phase not in ('leaving', 'former')
        and (name is distinct from wanted or provider is distinct from asked);
      if wanted is null or now_is = 'active' then
        update domains set phase = 'leaving', due_at = now()
        where status_page_id = new.id and phase = 'former';
      end if;
      if wanted is not null and now_is = 'configuring' and (
        before ->> 'status' is distinct from 'configuring'
        or before ->> 'domain' is distinct from wanted
        or before ->> 'provider' is distinct from config ->> 'provider'
      ) then
        insert into domains (status_page_id, organization_id, name, provider, phase)
        values (new.id, new.organization_id, wanted, asked, 'configuring')
        on conflict (status_page_id, name) where phase <> 'leaving' do update
        set phase = 'configuring', provider = excluded.provider, asked_at = now(),
          attempts = 0, due_at = now();
      elsif wanted is not null then
        update domains set phase = case now_is
          when 'active' then 'active' when 'failed_to_configure' then 'failed' else phase end
        where status_page_id = new.id and name = wanted and phase <> 'leaving';
      end if;
      return null;
    end $$;

    create trigger keep_domains
    after insert or update of settings on status_pages
    for each row execute function keep_domains();

    create function leave_domains() returns trigger language plpgsql as $$
    begin
      update domains set phase = 'leaving', due_at = now() where status_page_id = old.id;
      return old;
    end $$;

    create trigger leave_domains before delete on status_pages
    for each row execute function leave_domains();

    insert into domains (status_page_id, organization_id, name, provider, phase)
    select id, organization_id, lower(settings #>> '{domain_config,domain}'),
      coalesce(settings #>> '{domain_config,provider}', 'legacy_custom_domain'),
      case settings #>> '{domain_config,status}'
        when 'active' then 'active' when 'failed_to_configure' then 'failed' else 'configuring' end
    from status_pages where settings #>> '{domain_config,domain}' is not null;
  `.execute(db);
}

/** Whoever answers for hosts hears which of them may have changed: every node's fronts. */
async function tellOfHosts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_of_host() returns trigger language plpgsql as $$
    begin
      perform pg_notify('host_changed', coalesce(new.name, old.name));
      return null;
    end $$;
    create trigger tell_of_host after insert or delete or update of name, is_active, redirects_until
      on addresses for each row execute function tell_of_host();
    create trigger tell_of_host after insert or delete or update of name, phase, proven_at
      on domains for each row execute function tell_of_host();
    create trigger tell_of_host after insert or delete or update of name, chain, private_key
      on certificates for each row execute function tell_of_host();
    create trigger tell_of_host after insert or delete
      on certificate_challenges for each row execute function tell_of_host();
  `.execute(db);
}
