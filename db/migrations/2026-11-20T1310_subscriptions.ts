import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table subscription_groups (
      id bigint generated always as identity primary key,
      status_page_id bigint not null references status_pages on delete cascade,
      name text not null,
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      updated_at timestamptz(0) not null default date_trunc('second', now()),
      unique (status_page_id, id)
    );

    -- metadata is json, not jsonb: it is given back as it came, the order of its keys included
    create table subscriptions (
      id bigint generated always as identity primary key,
      status_page_id bigint not null references status_pages on delete cascade,
      type text not null,
      filter text not null,
      incident_id bigint,
      incident_types text[] not null default '{}',
      email text,
      country_dial_code text,
      phone_number text,
      webhook_url text,
      locale text,
      metadata json not null default '{}',
      confirmed_at timestamptz(0),
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      updated_at timestamptz(0) not null default date_trunc('second', now()),
      unique (status_page_id, id),
      foreign key (status_page_id, incident_id) references incidents (status_page_id, id) on delete set null (incident_id)
    );
    create unique index subscriptions_address on subscriptions (
      status_page_id, type,
      md5(case type when 'email' then lower(email) when 'sms' then country_dial_code || ' ' || phone_number else webhook_url end)
    );
    create index subscriptions_dial_code on subscriptions (status_page_id, country_dial_code, id) where country_dial_code is not null;
    create index subscriptions_phone on subscriptions (status_page_id, phone_number, id) where phone_number is not null;
    create index subscriptions_incident on subscriptions (status_page_id, incident_id) where incident_id is not null;
    create index subscriptions_incident_types on subscriptions (status_page_id) where incident_types <> '{}';

    -- every piece of a text of one to three characters, with its page: any part of an address is found by index
    create function search_pieces(page bigint, value text) returns text[] language plpgsql immutable strict parallel safe as $$
    declare
      text text := lower(value);
      pieces text[] := '{}';
    begin
      for size in 1..3 loop
        for start in 1..length(text) - size + 1 loop
          pieces := pieces || (page || ' ' || substr(text, start, size));
        end loop;
      end loop;
      return pieces;
    end $$;
    -- the longest of these pieces of what is looked for; page, because an index on tenant data begins with it
    create function sought_pieces(page bigint, value text) returns text[] language sql immutable parallel safe as $$
      select array_agg(distinct page::text || ' ' || substr(text, start, least(3, length(text))))
      from lower(value) as text, generate_series(1, greatest(length(text) - 2, 1)) as start
    $$;
    create index subscriptions_email on subscriptions using gin (search_pieces(status_page_id, email)) with (fastupdate = off);

    create table subscription_services (
      status_page_id bigint not null,
      subscription_id bigint not null,
      service_id bigint not null,
      place integer not null default 0,
      primary key (status_page_id, subscription_id, service_id),
      foreign key (status_page_id, subscription_id) references subscriptions (status_page_id, id) on delete cascade,
      foreign key (status_page_id, service_id) references services (status_page_id, id) on delete cascade
    );
    create index subscription_services_service on subscription_services (status_page_id, service_id, subscription_id);

    create table subscription_group_members (
      status_page_id bigint not null,
      subscription_id bigint not null,
      subscription_group_id bigint not null,
      place integer not null default 0,
      primary key (status_page_id, subscription_id, subscription_group_id),
      foreign key (status_page_id, subscription_id) references subscriptions (status_page_id, id) on delete cascade,
      foreign key (status_page_id, subscription_group_id) references subscription_groups (status_page_id, id) on delete cascade
    );
    create index subscription_group_members_group on subscription_group_members (status_page_id, subscription_group_id, subscription_id);

    create trigger count_inserted after insert on subscriptions referencing new table as changed
      for each statement execute function count_records('status_pages', 'status_page_id');
    create trigger count_deleted after delete on subscriptions referencing old table as changed
      for each statement execute function count_records('status_pages', 'status_page_id');
  `.execute(db);
}
