import { type Kysely, sql } from "kysely";

/** As before, and: what is asked for anew is to be proven anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function keep_domains() returns trigger language plpgsql as $$
    declare
      config jsonb := new.settings -> 'domain_config';
      before jsonb;
      wanted text := config ->> 'domain';
      asked text := domain_provider(config ->> 'provider');
      now_is text := config ->> 'status';
    begin
      if tg_op = 'UPDATE' then
        before := old.settings -> 'domain_config';
      end if;
      if config is not distinct from before then
        return null;
      end if;
      update domains as d set phase = 'former'
      where status_page_id = new.id and phase not in ('leaving', 'former')
        and (
          (name = config ->> 'previous_domain' and name is distinct from wanted)
          or (name = wanted and provider <> asked and phase = 'active')
        )
        and not exists (
          select from domains as other
          where other.status_page_id = new.id and other.name = d.name and other.phase = 'former'
        );
      update domains set phase = 'leaving', due_at = now(), attempts = 0
      where status_page_id = new.id and phase not in ('leaving', 'former')
        and (name is distinct from wanted or provider <> asked);
      if wanted is null or now_is = 'active' then
        update domains set phase = 'leaving', due_at = now(), attempts = 0
        where status_page_id = new.id and phase = 'former'
          and not (name is not distinct from wanted and provider = asked);
      end if;
      if wanted is not null and now_is = 'configuring' and (
        before ->> 'status' is distinct from 'configuring'
        or before ->> 'domain' is distinct from wanted
        or before ->> 'provider' is distinct from config ->> 'provider'
      ) then
        insert into domains (status_page_id, organization_id, name, provider, phase)
        values (new.id, new.organization_id, wanted, asked, 'configuring')
        on conflict (status_page_id, name, provider) where phase <> 'leaving' do update
        set phase = 'configuring', asked_at = clock_timestamp(), attempts = 0, due_at = now(),
          trouble = null, proven_at = null;
      elsif wanted is not null then
        update domains set phase = case now_is
          when 'active' then 'active' when 'failed_to_configure' then 'failed' else phase end
        where status_page_id = new.id and name = wanted and provider = asked
          and phase not in ('leaving', 'former');
      end if;
      return null;
    end $$;

    -- Also from whoever asked for the name before.
    drop trigger drop_uploaded on domains;
    create trigger drop_uploaded after insert or update of phase on domains
    for each row when (new.phase = 'configuring') execute function drop_uploaded();
  `.execute(db);
}
