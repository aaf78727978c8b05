import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table organizations (
      id bigint generated always as identity primary key,
      name text not null,
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      updated_at timestamptz(0) not null default date_trunc('second', now())
    );

    -- email_confirmed: whether somebody has proved, or the operator has said, that the account is its address's owner's
    create table users (
      id bigint generated always as identity primary key,
      email text not null,
      email_confirmed boolean not null default true,
      name text not null default '',
      password_hash text,
      locale text,
      current_sign_in_at timestamptz(0),
      last_sign_in_at timestamptz(0),
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      updated_at timestamptz(0) not null default date_trunc('second', now())
    );
    create unique index users_email on users (lower(email));

    create table status_pages (
      id bigint generated always as identity primary key,
      organization_id bigint not null references organizations on delete cascade,
      subdomain text not null unique,
      name text not null,
      url text not null,
      time_zone text not null,
      member_restricted boolean not null default false,
      restricted_ips text,
      settings jsonb not null,
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      updated_at timestamptz(0) not null default date_trunc('second', now())
    );
    create index status_pages_organization on status_pages (organization_id, id);

    -- status_page_id null: the role in the whole organization; else the role that overrides it on that page. An invitation is a
    -- membership that no user has yet: its address, and the hash of the link that makes it somebody's
    create table memberships (
      id bigint generated always as identity primary key,
      organization_id bigint not null references organizations on delete cascade,
      user_id bigint references users on delete cascade,
      status_page_id bigint references status_pages on delete cascade,
      role text not null check (role in ('owner', 'admin', 'editor', 'billing', 'viewer')),
      email text,
      invitation_hash bytea unique,
      invitation_expires_at timestamptz(0),
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      updated_at timestamptz(0) not null default date_trunc('second', now()),
      check ((user_id is null) = (email is not null and invitation_hash is not null and invitation_expires_at is not null)),
      check (user_id is not null or status_page_id is null)
    );
    create unique index memberships_role on memberships (organization_id, user_id, status_page_id) nulls not distinct
      where user_id is not null;
    create unique index memberships_invited on memberships (organization_id, lower(email)) where user_id is null;
    create index memberships_members on memberships (organization_id, id) where status_page_id is null;
    create index memberships_user on memberships (user_id);

    create table api_keys (
      id bigint generated always as identity primary key,
      organization_id bigint references organizations on delete cascade,
      user_id bigint references users on delete cascade,
      role text check (role in ('owner', 'admin', 'editor', 'billing', 'viewer')),
      name text not null,
      token_hash bytea not null unique,
      token_hint text not null,
      last_used_at timestamptz(0),
      revoked_at timestamptz(0),
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      check ((user_id is null) <> (organization_id is null)),
      check ((organization_id is null) = (role is null))
    );
    create index api_keys_organization on api_keys (organization_id, id);
    create index api_keys_user on api_keys (user_id, id);

    create table services (
      id bigint generated always as identity primary key,
      status_page_id bigint not null references status_pages on delete cascade,
      parent_id bigint,
      name text not null,
      description text,
      private_description text,
      private boolean not null default false,
      "order" integer not null,
      translations jsonb not null default '{}',
      display_uptime_graph boolean not null default false,
      display_response_time_chart boolean not null default false,
      monitoring text,
      webhook_monitoring_service text,
      webhook_custom_jsonpath_settings jsonb,
      inbound_email_id text,
      incoming_webhook_token text,
      ping_url text,
      monitoring_options jsonb not null,
      incident_type text,
      parent_incident_type text,
      is_up boolean not null default true,
      pause_monitoring_during_maintenances boolean not null default false,
      auto_incident boolean not null default false,
      auto_notify boolean not null default false,
      notification_recipients bigint[] not null default '{}',
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      updated_at timestamptz(0) not null default date_trunc('second', now()),
      unique (status_page_id, id),
      foreign key (status_page_id, parent_id) references services (status_page_id, id)
    );
    create index services_order on services (status_page_id, "order", id);
    create index services_parent on services (status_page_id, parent_id);

    -- severity is the base severity of the type; declared is what the operator set, before updates moved it (lib/incidents/state.ts)
    create table incidents (
      id bigint generated always as identity primary key,
      status_page_id bigint not null references status_pages on delete cascade,
      title text not null,
      type text not null,
      severity text not null check (severity in ('major', 'minor', 'scheduled')),
      starts_at timestamptz(0) not null,
      ends_at timestamptz(0),
      declared jsonb not null,
      translations jsonb not null default '{}',
      notify boolean not null default false,
      maintenance_notify boolean not null default false,
      maintenance_notify_settings jsonb,
      affects_uptime boolean not null default false,
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      updated_at timestamptz(0) not null default date_trunc('second', now()),
      unique (status_page_id, id),
      check (ends_at >= starts_at)
    );
    create index incidents_starts on incidents (status_page_id, starts_at desc, id desc);
    create index incidents_type on incidents (status_page_id, type, starts_at desc, id desc);
    create index incidents_open on incidents (status_page_id, starts_at) where ends_at is null;
    create index incidents_ends on incidents (status_page_id, ends_at);

    create table incident_services (
      status_page_id bigint not null,
      incident_id bigint not null,
      service_id bigint not null,
      place integer not null default 0,
      primary key (status_page_id, incident_id, service_id),
      foreign key (status_page_id, incident_id) references incidents (status_page_id, id) on delete cascade,
      foreign key (status_page_id, service_id) references services (status_page_id, id) on delete cascade
    );
    create index incident_services_service on incident_services (status_page_id, service_id, incident_id);

    create table incident_updates (
      id bigint generated always as identity primary key,
      status_page_id bigint not null,
      incident_id bigint not null,
      type text not null,
      description text not null,
      translations jsonb not null default '{}',
      posted_at timestamptz(0) not null,
      notify boolean not null default false,
      social_post boolean not null default false,
      subscribers_notified_at timestamptz(0),
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      updated_at timestamptz(0) not null default date_trunc('second', now()),
      foreign key (status_page_id, incident_id) references incidents (status_page_id, id) on delete cascade
    );
    create index incident_updates_posted on incident_updates (status_page_id, incident_id, posted_at desc, id desc);

    -- the type of the worst that goes on with a service or its descendants, as lib/services/state.ts decides it; little goes on at a time,
    -- so it looks through that, with a plan that is kept: planning takes longer than running
    create function current_incident_type(page bigint, service bigint, at timestamptz) returns text
    language plpgsql stable set plan_cache_mode = force_generic_plan as $$
    declare
      reached bigint[];
      incident record;
    begin
      for incident in
        select i.id, i.type from incidents as i
        where i.status_page_id = page and i.starts_at <= at and (i.ends_at is null or i.ends_at > at)
        order by array_position(array['major', 'minor', 'scheduled'], i.severity), i.starts_at, i.id
      loop
        reached := coalesce(reached, array(
          with recursive reach as (
            select service as id
            union all
            select child.id from reach
            join services as child on child.status_page_id = page and child.parent_id = reach.id and not child.private
          ) select id from reach
        ));
        if exists (
          select from incident_services as link
          where link.status_page_id = page and link.incident_id = incident.id and link.service_id = any(reached)
        ) then
          return incident.type;
        end if;
      end loop;
      return null;
    end $$;

    -- what ended incidents did to a service on a day of the page's zone; only days on which something happened
    create table service_days (
      status_page_id bigint not null,
      service_id bigint not null,
      day date not null,
      major_seconds integer not null,
      minor_seconds integer not null,
      maintenance_seconds integer not null,
      counted_maintenance_seconds integer not null,
      incidents integer not null,
      primary key (status_page_id, day, service_id),
      foreign key (status_page_id, service_id) references services (status_page_id, id) on delete cascade
    );

    create table info_notices (
      id bigint generated always as identity primary key,
      status_page_id bigint not null references status_pages on delete cascade,
      title text not null,
      featured_from timestamptz(0) not null,
      featured_until timestamptz(0),
      translations jsonb not null default '{}',
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      updated_at timestamptz(0) not null default date_trunc('second', now()),
      unique (status_page_id, id)
    );
    create index info_notices_featured on info_notices (status_page_id, featured_from desc, id desc);

    create table info_notice_services (
      status_page_id bigint not null,
      info_notice_id bigint not null,
      service_id bigint not null,
      place integer not null default 0,
      primary key (status_page_id, info_notice_id, service_id),
      foreign key (status_page_id, info_notice_id) references info_notices (status_page_id, id) on delete cascade,
      foreign key (status_page_id, service_id) references services (status_page_id, id) on delete cascade
    );
    create index info_notice_services_service on info_notice_services (status_page_id, service_id);

    create table info_notice_updates (
      id bigint generated always as identity primary key,
      status_page_id bigint not null,
      info_notice_id bigint not null,
      description text not null,
      translations jsonb not null default '{}',
      posted_at timestamptz(0) not null,
      notify boolean not null default false,
      social_post boolean not null default false,
      subscribers_notified_at timestamptz(0),
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      updated_at timestamptz(0) not null default date_trunc('second', now()),
      foreign key (status_page_id, info_notice_id) references info_notices (status_page_id, id) on delete cascade
    );
    create index info_notice_updates_posted on info_notice_updates (status_page_id, info_notice_id, posted_at desc, id desc);

    -- append-only; no foreign keys, so that it outlives what it speaks of
    create table audit_log (
      id bigint generated always as identity primary key,
      organization_id bigint not null,
      status_page_id bigint,
      actor_kind text not null,
      actor_id bigint,
      api_key_id bigint,
      actor text not null generated always as (
        coalesce(case actor_kind when 'user' then 'user:' || actor_id::text when 'organization_key' then 'api_key:' || api_key_id::text end, actor_kind)
      ) stored,
      action text not null,
      subject_type text not null,
      subject_id bigint not null,
      subject text not null generated always as (subject_type || ':' || subject_id::text) stored,
      changes jsonb not null,
      request_id text,
      address text,
      inserted_at timestamptz(0) not null default date_trunc('second', now())
    );
    create index audit_log_time on audit_log (organization_id, inserted_at desc, id desc);
    create index audit_log_action on audit_log (organization_id, action, inserted_at desc, id desc);
    create index audit_log_actor on audit_log (organization_id, actor, inserted_at desc, id desc);
    create index audit_log_subject on audit_log (organization_id, subject, inserted_at desc, id desc);
    create index audit_log_subject_type on audit_log (organization_id, subject_type, inserted_at desc, id desc);
    create index audit_log_page on audit_log (organization_id, status_page_id, inserted_at desc, id desc);

    -- the first answer to a POST with an Idempotency-Key, sealed, written by the transaction that did the work
    create table idempotency_keys (
      api_key_id bigint not null references api_keys on delete cascade,
      key text not null,
      request_hash bytea not null,
      status smallint not null,
      body text not null,
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      primary key (api_key_id, key)
    );
    create index idempotency_keys_age on idempotency_keys (inserted_at);
  `.execute(db);
}
