-- Indexes are created in their original order, which decides between plans of equal cost.
-- Functions may speak of tables that come after them.
set local check_function_bodies = off;

create sequence event_ids;

create sequence notification_ids;

create function add_histograms(a smallint[], b smallint[]) returns smallint[]
  language plpgsql immutable
  as $$
begin
  if cardinality(a) < cardinality(b) then
    a := a || array_fill(0::smallint, array[cardinality(b) - cardinality(a)]);
  end if;
  for bucket in 1 .. cardinality(b) loop
    if b[bucket] > 0 then
      a[bucket] := least(a[bucket]::integer + b[bucket], 32767);
    end if;
  end loop;
  return a;
end $$;

-- Five buckets to each doubling of a response time: each is 15 % wider than the one before.
create function check_histogram(times integer[]) returns smallint[]
  language plpgsql immutable
  as $$
declare
  counts integer[] := '{}';
  bucket integer;
  ms integer;
begin
  foreach ms in array coalesce(times, '{}') loop
    bucket := 1 + least(79, floor(5 * ln(greatest(ms, 1)::float8) / ln(2::float8) + 1e-9));
    if bucket > cardinality(counts) then
      counts := counts || array_fill(0, array[bucket - cardinality(counts)]);
    end if;
    counts[bucket] := least(counts[bucket] + 1, 32767);
  end loop;
  return counts;
end $$;

-- arguments: the table of the scope, the column that names it. When a scope goes with all its
-- records, nothing is left to count.
create function count_records() returns trigger
  language plpgsql
  as $_$
begin
  execute format(
    'insert into record_counts (scope, scope_id, kind, shard, count)
     select %1$L, %2$I, %3$L, pg_backend_pid() %% 32, %4$s count(*) from changed
     where exists (select from %1$I as scope where scope.id = %2$I) group by %2$I
     on conflict (scope, scope_id, kind, shard) do update set count = record_counts.count + excluded.count',
    tg_argv[0], tg_argv[1], tg_table_name, case tg_op when 'DELETE' then '-' else '' end);
  return null;
end $_$;

-- the type of the worst that goes on with a service or its descendants, as lib/services/state.ts
-- decides it; little goes on at a time, so it looks through that, with a plan that is kept:
-- planning takes longer than running
create function current_incident_type(page bigint, service bigint, at timestamptz) returns text
  language plpgsql stable
  set plan_cache_mode TO 'force_generic_plan'
  as $$
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

create function delete_check_rollups() returns trigger
  language plpgsql
  as $$
begin
  delete from check_hours where status_page_id = old.status_page_id and service_id = old.id;
  delete from check_days where status_page_id = old.status_page_id and service_id = old.id;
  return null;
end $$;

create function delete_events() returns trigger
  language plpgsql
  as $$
begin
  delete from events where status_page_id = old.id;
  return null;
end $$;

create function delete_metric_entries() returns trigger
  language plpgsql
  as $$
begin
  delete from metric_entries where status_page_id = old.status_page_id and metric_id = old.id;
  return null;
end $$;

create function delete_notifications() returns trigger
  language plpgsql
  as $$
begin
  delete from notifications where status_page_id = old.id;
  return null;
end $$;

-- Both names of a provider are one: their drivers and what they made are the same.
create function domain_provider(provider text) returns text
  language sql immutable
  as $$
  select case provider when 'cloudflare' then 'cdn_a' when 'bunny' then 'cdn_b'
    else coalesce(provider, 'legacy_custom_domain') end
$$;

-- Deletes an uploaded certificate, so that the next page with this name does not get it
create function drop_uploaded() returns trigger
  language plpgsql
  as $$
begin
  delete from certificates
  where name = new.name and source = 'uploaded'
    and status_page_id is distinct from new.status_page_id;
  return null;
end $$;

create function forget_counts() returns trigger
  language plpgsql
  as $$
begin
  delete from record_counts where scope = tg_table_name and scope_id = old.id;
  return null;
end $$;

-- Nothing is known of a service that is watched in another way, or not at all; of what has lost
-- the only thing that could say otherwise, neither
create function forget_verdict() returns trigger
  language plpgsql
  as $$
begin
  update service_monitors set is_up = null, since = null, source = null, reason = null,
    detail = null
  where status_page_id = new.status_page_id and service_id = new.id and is_up is not null
    and (old.monitoring is distinct from new.monitoring
      or (source = 'check' and new.ping_url is null)
      or (source = 'heartbeat' and new.heartbeat is null)
      or (source = 'webhook' and new.webhook_monitoring_service
        is distinct from old.webhook_monitoring_service));
  return null;
end $$;

-- Whether a maintenance of a service, or of one above it, is running
create function is_in_maintenance(page bigint, service bigint, at timestamptz) returns boolean
  language sql stable
  as $$
  with recursive above as (
    select id, parent_id from services where status_page_id = page and id = service
    union
    select s.id, s.parent_id from above join services as s
      on s.status_page_id = page and s.id = above.parent_id
  ) select exists (
    select from above
    join incident_services as affected
      on affected.status_page_id = page and affected.service_id = above.id
    join incidents as i on i.status_page_id = page and i.id = affected.incident_id
    where i.severity = 'scheduled' and i.starts_at <= at
      and (i.ends_at is null or i.ends_at > at)
  )
$$;

create function keep_addresses() returns trigger
  language plpgsql
  as $$
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
      -- An existing set-up keeps serving during a new one.
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

create function keep_domains() returns trigger
  language plpgsql
  as $$
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

create function leave_domains() returns trigger
  language plpgsql
  as $$
begin
  update domains set phase = 'leaving', due_at = now(), attempts = 0
  where status_page_id = old.id and phase <> 'leaving';
  return old;
end $$;

-- what a row has as JSON, so that lists need not read large rows to know which of them fit
create function note_bytes() returns trigger
  language plpgsql
  as $$
begin
  new.bytes := octet_length(row_to_json(new)::text);
  return new;
end $$;

-- Runs a check at once when its target or options changed
create function plan_service_check() returns trigger
  language plpgsql
  as $$
begin
  if new.monitoring = 'internal' and new.ping_url is not null then
    insert into service_monitors (status_page_id, service_id, due_at)
    values (new.status_page_id, new.id, now())
    on conflict (status_page_id, service_id) do update set due_at = now(), doubts = 0,
      doubted_at = null, last_doubt_at = null, certificate_ends_at = null;
  else
    update service_monitors set due_at = null, doubts = 0, doubted_at = null,
      last_doubt_at = null, certificate_ends_at = null
    where status_page_id = new.status_page_id and service_id = new.id and due_at is not null;
  end if;
  return null;
end $$;

-- every piece of a text of one to three characters, with its page: any part of an address is
-- found by index
create function search_pieces(page bigint, value text) returns text[]
  language plpgsql immutable strict parallel safe
  as $$
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

-- the words of a text, each once; of scripts that set no spaces between words, each letter. What
-- is between two spaces is looked at once, however often it comes
create function words_of(value text) returns text[]
  language sql immutable strict parallel safe
  as $$
  with parts as (
    select string_agg(part, ' ') as together from (
      select part from string_to_table(
        regexp_replace(lower(left(value, 40000)), '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff])', ' \1 ', 'g'), ' ') as part
      group by part
    ) as each_once
  )
  select coalesce(array_agg(distinct left(word, 100)), '{}')
  from parts, string_to_table(regexp_replace(together, '[^[:alnum:]]+', ' ', 'g'), ' ') as word
  where word <> ''
$$;

CREATE FUNCTION search_words(page bigint, value text) RETURNS tsvector
LANGUAGE sql IMMUTABLE STRICT COST 10000 PARALLEL SAFE
RETURN (SELECT COALESCE(array_to_tsvector(array_agg(((search_words.page || ' '::text) || word.word))), ''::tsvector) AS "coalesce" FROM unnest(words_of(search_words.value)) word(word));

-- the longest of these pieces of what is looked for; page, because an index on tenant data
-- begins with it
create function sought_pieces(page bigint, value text) returns text[]
  language sql immutable parallel safe
  as $$
  select array_agg(distinct page::text || ' ' || substr(text, start, least(3, length(text))))
  from lower(value) as text, generate_series(1, greatest(length(text) - 2, 1)) as start
$$;

create function take_address(page bigint, wanted text, of_kind text, active boolean) returns void
  language plpgsql
  as $$
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

create function tell_of_host() returns trigger
  language plpgsql
  as $$
begin
  perform pg_notify('host_changed', coalesce(new.name, old.name));
  return null;
end $$;

create aggregate sum_histograms(smallint[]) (
    sfunc = add_histograms,
    stype = smallint[],
    INITCOND = '{}'
);

create table acme_accounts (
  directory_url text primary key,
  private_key text not null,
  account_url text,
  inserted_at timestamptz default now() not null,
  -- Until when the authority asked everybody here to wait
  paused_until timestamptz
);

-- append-only; no foreign keys, so that it outlives what it speaks of
create table audit_log (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  status_page_id bigint,
  actor_kind text not null,
  actor_id bigint,
  api_key_id bigint,
  actor text generated always as (coalesce( case actor_kind when 'user' then ('user:' || (actor_id)::text)
    when 'organization_key' then ('api_key:' || (api_key_id)::text) else null::text end, actor_kind)) stored
    not null,
  action text not null,
  subject_type text not null,
  subject_id bigint not null,
  subject text generated always as (((subject_type || ':') || (subject_id)::text)) stored not null,
  changes jsonb not null,
  request_id text,
  address text,
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  bytes integer,
  -- what the fields that were changed had before; null where nothing was
  before jsonb
);
create index audit_log_time on audit_log (organization_id, inserted_at desc, id desc);
create index audit_log_action on audit_log (organization_id, action, inserted_at desc, id desc);
create index audit_log_actor on audit_log (organization_id, actor, inserted_at desc, id desc);
create index audit_log_subject on audit_log (organization_id, subject, inserted_at desc, id desc);
create index audit_log_subject_type on audit_log (organization_id, subject_type, inserted_at desc, id desc);
create index audit_log_page on audit_log (organization_id, status_page_id, inserted_at desc, id desc);

-- One row: since when heartbeats could be taken without a break, and until when
create table beat_taking (
  only_one boolean default true primary key,
  since timestamptz(0) not null,
  seen_at timestamptz(0) not null,
  constraint beat_taking_only_one_check check (only_one)
);

-- ACME challenges, answered by any node
create table certificate_challenges (
  token text primary key,
  name text not null,
  kind text not null,
  key_authorization text not null,
  expires_at timestamptz not null,
  chain text,
  private_key text,
  constraint certificate_challenges_kind_check check ((kind = any (array['http-01', 'tls-alpn-01'])))
);
create index certificate_challenges_name on certificate_challenges (name);

-- Certificates that are no longer used and are to be revoked
create table certificate_revocations (
  id bigint generated always as identity primary key,
  name text not null,
  chain text not null,
  private_key text not null,
  directory_url text not null,
  attempts integer default 0 not null,
  due_at timestamptz default now() not null,
  claimed_by uuid,
  claimed_until timestamptz
);
create index certificate_revocations_due on certificate_revocations (due_at);

create table check_days (
  status_page_id bigint not null,
  service_id bigint not null,
  day date not null,
  up integer not null,
  down integer not null,
  "none" integer not null,
  timed integer not null,
  sum_ms bigint not null,
  min_ms integer,
  max_ms integer,
  histogram smallint[] not null,
  primary key (status_page_id, service_id, day)
) with (fillfactor='80');

create table check_hours (
  status_page_id bigint not null,
  service_id bigint not null,
  hour timestamptz(0) not null,
  up integer not null,
  down integer not null,
  "none" integer not null,
  timed integer not null,
  sum_ms bigint not null,
  min_ms integer,
  max_ms integer,
  histogram smallint[] not null,
  primary key (status_page_id, service_id, hour)
) with (fillfactor='80');
create index check_hours_hour on check_hours using brin (hour);

-- No foreign keys: each new partition would lock what they name
create table check_results (
  status_page_id bigint not null,
  service_id bigint not null,
  checked_at timestamptz(3) not null,
  outcome text not null,
  reason text,
  status smallint,
  response_ms integer,
  constraint check_results_outcome_check check ((outcome = any (array['up', 'down', 'none'])))
) partition by range (checked_at);
create table check_results_default partition of check_results default;
create index check_results_service on check_results (status_page_id, service_id, checked_at);

-- A row for each process that checks. ran_at: when it last looked for what is due;
-- network_lost_at: since when it reaches none of the addresses that tell whether its network is
-- there
create table check_runners (
  id uuid primary key,
  ran_at timestamptz(0) not null,
  network_lost_at timestamptz(0),
  checked integer default 0 not null,
  failed integer default 0 not null
);

create table events (
  id bigint default nextval('event_ids') not null,
  status_page_id bigint not null,
  event text not null,
  subject text not null,
  update_id bigint,
  message_id text not null,
  payload text not null,
  bytes integer not null,
  inserted_at timestamptz(0) not null,
  due_at timestamptz(0) not null,
  withdrawn_at timestamptz(0),
  began_at timestamptz(0),
  dispatched_at timestamptz(0),
  news_update_ids bigint[],
  news_planned_at timestamptz(0),
  news_done_at timestamptz(0),
  notice text,
  notice_for timestamptz(0),
  social_update_ids bigint[],
  social_ordered_at timestamptz(0),
  social_post_id text,
  primary key (id, inserted_at)
) partition by range (inserted_at);
create table events_default partition of events default;
create index events_subject on events (status_page_id, subject, id);
create index events_due on events (due_at) where ((dispatched_at is null) and (withdrawn_at is null));
create index events_news on events (status_page_id, id) where ((news_planned_at is not null) and (news_done_at
  is null));
create index events_undispatched on events (status_page_id, id) where ((dispatched_at is null) and
  (withdrawn_at is null));

-- Whom we told that a host's certificate ends, how many days before; 0: that its renewal fails
create table host_certificate_notices (
  name text not null,
  not_after timestamptz not null,
  days integer not null,
  told_at timestamptz default now() not null,
  primary key (name, not_after, days)
);

-- what there is one of; secret_canary: a known text, sealed under the APP_SECRET of this
-- database
create table installation (
  is_only boolean default true primary key,
  secret_canary text not null,
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  constraint installation_is_only_check check (is_only)
);

-- Partitions of a week each come and go with time (lib/services/metric-entries/queries.ts). No
-- foreign key: it would be checked for every entry and double the cost of an insert. The lock on
-- the metric, and the trigger below, do what it would.
create table metric_entries (
  status_page_id bigint not null,
  metric_id bigint not null,
  "time" timestamptz(0) not null,
  value float8 not null,
  primary key (status_page_id, metric_id, "time")
) partition by range ("time");
create table metric_entries_default partition of metric_entries default;

-- Warnings about the monitor itself that the operators received
create table monitor_notices (
  kind text not null,
  began_at timestamptz(0) not null,
  over_at timestamptz(0),
  constraint monitor_notices_kind_check check ((kind = any (array['network', 'stalled']))),
  primary key (kind, began_at)
);
create unique index monitor_notices_current on monitor_notices (kind) where (over_at is null);

create table notifications (
  id bigint default nextval('notification_ids') not null,
  status_page_id bigint not null,
  event_id bigint not null,
  subscription_id bigint not null,
  subject text not null,
  channel text not null,
  state text default 'waiting' not null,
  attempts integer default 0 not null,
  due_at timestamptz(0),
  claimed_until timestamptz(0),
  settled_at timestamptz(0),
  provider_id text,
  reason text,
  answer text,
  inserted_at timestamptz(0) not null,
  resent_at timestamptz(0),
  constraint notifications_check check (((state = 'waiting') = (due_at is not null))),
  constraint notifications_state_check check ((state = any (array['waiting', 'handed_over', 'quarantined',
    'withdrawn']))),
  primary key (status_page_id, event_id, subscription_id, inserted_at)
) partition by range (inserted_at);
create table notifications_default partition of notifications default;
create index notifications_due on notifications (status_page_id, channel, due_at, event_id, subscription_id)
  where (state = 'waiting');
create index notifications_log on notifications (status_page_id, state, channel, inserted_at, event_id, id);

create table organizations (
  id bigint generated always as identity primary key,
  name text not null,
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  updated_at timestamptz(0) default date_trunc('second', now()) not null,
  -- strong_sign_in_required: members need a second factor, a passkey or OpenID Connect
  strong_sign_in_required boolean default false not null
);

-- Recent certificate orders, which count towards the limits
create table certificate_orders (
  id bigint generated always as identity primary key,
  name text not null,
  ordered_at timestamptz default now() not null,
  -- when the authority found that the name does not lead here
  failed_at timestamptz,
  -- whose page it is for; null: the application's own host
  organization_id bigint references organizations on delete set null,
  -- whether it is the first one of a page's host below PAGES_DOMAIN: authorities bound these
  -- for everybody
  is_shared boolean default false not null
);
create index certificate_orders_ordered on certificate_orders (ordered_at);
create index certificate_orders_name on certificate_orders (name, failed_at);
create index certificate_orders_organization on certificate_orders (organization_id);

-- how many records of a kind a page or organization has, so that lists need not count their
-- rows; the sum over the shards, of which every connection has one, so that writers seldom wait
-- for each other
create table record_counts (
  scope text not null,
  scope_id bigint not null,
  kind text not null,
  shard smallint not null,
  count bigint not null,
  primary key (scope, scope_id, kind, shard)
) with (fillfactor='50');

create table status_pages (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  subdomain text not null,
  name text not null,
  url text not null,
  time_zone text not null,
  member_restricted boolean default false not null,
  restricted_ips text,
  settings jsonb not null,
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  updated_at timestamptz(0) default date_trunc('second', now()) not null,
  -- the subdomain that is part of the ids in a page's feeds; null: the page's own, which has
  -- not changed since. Last, because readers of pages wait for it
  feed_subdomain text,
  -- withdrawn_at: when something that was public was last taken from the public; older copies
  -- of the page are not shown any more
  withdrawn_at timestamptz(0) default date_trunc('second', now()) not null,
  bytes integer,
  -- a draft is there for its members alone; everybody else is told that there is no such page
  draft boolean default false not null,
  constraint status_pages_restricted_ips_check check ((restricted_ips <> '')),
  constraint status_pages_subdomain_key unique (subdomain)
);
create index status_pages_organization on status_pages (organization_id, id);

create table access_groups (
  id bigint generated always as identity primary key,
  status_page_id bigint not null references status_pages on delete cascade,
  name text not null,
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  updated_at timestamptz(0) default date_trunc('second', now()) not null,
  constraint access_groups_status_page_id_id_key unique (status_page_id, id)
);

create table addresses (
  id bigint generated always as identity primary key,
  status_page_id bigint not null references status_pages on delete cascade,
  -- a subdomain of ours as it stands before PAGES_DOMAIN, or a whole host, which has a full
  -- stop
  name text not null,
  kind text not null,
  -- the one that links use
  is_primary boolean default false not null,
  -- whether it shows the page: a custom domain, as soon as it is set up
  is_active boolean default true not null,
  -- a former name: until then it leads to the page, and nobody else may take it
  redirects_until timestamptz,
  inserted_at timestamptz default now() not null,
  constraint addresses_check check (((kind = 'custom') = (POSITION(('.') in (name)) > 0))),
  constraint addresses_check1 check (((not is_primary) or (is_active and (redirects_until is null)))),
  constraint addresses_kind_check check ((kind = any (array['subdomain', 'custom']))),
  constraint addresses_name_check check ((name = lower(name))),
  constraint addresses_name unique (name),
  constraint addresses_status_page_id_id_key unique (status_page_id, id)
);
create unique index addresses_primary on addresses (status_page_id) where is_primary;
create index addresses_page on addresses (status_page_id);

-- A certificate that is wanted or there for a host. The key is sealed
create table certificates (
  id bigint generated always as identity primary key,
  -- a host, or *.domain of one that was uploaded
  name text not null,
  -- null: one of this installation's own names
  status_page_id bigint references status_pages on delete set null,
  source text not null,
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
  attempts integer default 0 not null,
  -- when to order, renew or look again
  due_at timestamptz default now() not null,
  claimed_by uuid,
  claimed_until timestamptz,
  changed_at timestamptz default now() not null,
  -- 0: the application's own host, 1: a custom domain, 2: a page's subdomain host
  rank smallint default 1 not null,
  -- when it is to be renewed; due_at may come earlier, to ask the authority about that
  renew_at timestamptz,
  -- how the authority is to look at the name next
  challenge text default 'http-01' not null,
  -- an order under way, by which another process goes on; its key is sealed
  order_url text,
  order_key text,
  organization_id bigint references organizations on delete set null,
  constraint certificates_challenge_check check ((challenge = any (array['http-01', 'tls-alpn-01']))),
  constraint certificates_check check (((chain is null) = (private_key is null))),
  constraint certificates_name_check check ((name = lower(name))),
  constraint certificates_source_check check ((source = any (array['acme', 'uploaded']))),
  constraint certificates_name unique (name)
);
create index certificates_due on certificates (due_at);

-- what calendars still have of incidents that were deleted: nothing that anybody wrote.
-- service_ids: the public ones that it concerned; none: the page as a whole
create table deleted_incidents (
  status_page_id bigint not null references status_pages on delete cascade,
  incident_id bigint not null,
  severity text not null,
  starts_at timestamptz(0) not null,
  ends_at timestamptz(0),
  service_ids bigint[] not null,
  revision integer not null,
  deleted_at timestamptz(0) not null,
  constraint deleted_incidents_severity_check check ((severity = any (array['major', 'minor', 'scheduled']))),
  primary key (status_page_id, incident_id)
);
create index deleted_incidents_time on deleted_incidents (status_page_id, deleted_at desc, incident_id desc);

-- A custom domain being set up, in use, or being taken down. It follows the page's domain_config
-- (keep_domains): verbs write that, and nothing else.
create table domains (
  id bigint generated always as identity primary key,
  -- null: the page is gone, and what it had at a provider is still to be taken away
  status_page_id bigint references status_pages on delete set null,
  organization_id bigint references organizations on delete set null,
  name text not null,
  -- what the page asked for, as domain_config has it
  provider text not null,
  -- who does it, from the first step on
  driver text,
  -- former: serves until the new domain is active
  phase text not null,
  -- what the name has to show to prove that it leads to us
  token text default encode(sha256(((gen_random_uuid())::text)::bytea), 'hex') not null,
  -- since when it is proven that the name leads to us
  proven_at timestamptz,
  -- what the driver has to remember
  state jsonb default '{}'::jsonb not null,
  -- what the domain doctor saw
  report jsonb,
  reported_at timestamptz,
  asked_at timestamptz default now() not null,
  attempts integer default 0 not null,
  due_at timestamptz default now() not null,
  claimed_by uuid,
  claimed_until timestamptz,
  -- the obstacle to the next step, in words for operators; null: none
  trouble text,
  -- when a domain in use is looked at again
  checkup_at timestamptz default now() not null,
  -- since when something will keep its certificate from being renewed, or visitors away
  troubled_at timestamptz,
  -- when its owners were told
  warned_at timestamptz,
  constraint domains_driver_check check ((driver = any (array['cdn_a', 'cdn_b', 'edge']))),
  constraint domains_name_check check ((name = lower(name))),
  constraint domains_phase_check check ((phase = any (array['configuring', 'active', 'failed', 'former',
    'leaving'])))
);
create index domains_name on domains (name);
create unique index domains_page on domains (status_page_id, name, provider) where (phase <> 'leaving');
create index domains_due on domains (due_at) where (phase = any (array['configuring', 'active', 'leaving']));
create index domains_checkup on domains (checkup_at) where (phase = 'active');

-- Images served at /images/{file}. file: hash of the bytes and type; image: its use on the page
-- (lib/pages/images.ts), which may take several files.
create table images (
  id bigint generated always as identity primary key,
  status_page_id bigint not null references status_pages on delete cascade,
  image text not null,
  file text not null,
  body bytea not null,
  inserted_at timestamptz(0) default now() not null,
  constraint images_status_page_id_file_image_key unique (status_page_id, file, image),
  constraint images_status_page_id_id_key unique (status_page_id, id)
);
alter table images alter column body set storage external;

-- apart from incidents: whatever reads those cannot show a draft by mistake; fields is what was
-- typed
create table incident_drafts (
  id bigint generated always as identity primary key,
  status_page_id bigint not null references status_pages on delete cascade,
  fields jsonb not null,
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  updated_at timestamptz(0) default date_trunc('second', now()) not null,
  constraint incident_drafts_status_page_id_id_key unique (status_page_id, id)
);

create table incident_templates (
  id bigint generated always as identity primary key,
  status_page_id bigint not null references status_pages on delete cascade,
  name text not null,
  title text not null,
  description text default '' not null,
  incident_types text[] default '{}' not null,
  translations jsonb default '{}'::jsonb not null,
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  updated_at timestamptz(0) default date_trunc('second', now()) not null,
  constraint incident_templates_status_page_id_id_key unique (status_page_id, id)
);

create table incident_types (
  id bigint generated always as identity primary key,
  status_page_id bigint not null references status_pages on delete cascade,
  key text not null,
  name text not null,
  color text,
  base_severity text not null,
  "order" integer not null,
  translations jsonb default '{}'::jsonb not null,
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  updated_at timestamptz(0) default date_trunc('second', now()) not null,
  constraint incident_types_base_severity_check check ((base_severity = any (array['major', 'minor',
    'scheduled']))),
  constraint incident_types_key_check check ((key <> ALL (array['major', 'minor', 'scheduled']))),
  constraint incident_types_status_page_id_key_key unique (status_page_id, key)
);
create index incident_types_order on incident_types (status_page_id, "order", id);

-- severity is the base severity of the type; declared is what the operator set, before updates
-- moved it (lib/incidents/state.ts)
create table incidents (
  id bigint generated always as identity primary key,
  status_page_id bigint not null references status_pages on delete cascade,
  title text not null,
  type text not null,
  severity text not null,
  starts_at timestamptz(0) not null,
  ends_at timestamptz(0),
  declared jsonb not null,
  translations jsonb default '{}'::jsonb not null,
  notify boolean default false not null,
  maintenance_notify boolean default false not null,
  maintenance_notify_settings jsonb,
  affects_uptime boolean not null,
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  updated_at timestamptz(0) default date_trunc('second', now()) not null,
  bytes integer,
  next_update_at timestamptz(0),
  -- Markdown; visitors read it once the incident is over
  postmortem text,
  -- Only members of these groups are told; none: whoever asked for it. One that was deleted
  -- stays, so that nobody else is told in its place
  subscription_group_ids bigint[] default '{}' not null,
  automation text,
  constraint incidents_automation_check check ((automation = any (array['detected', 'confirmed']))),
  constraint incidents_check check ((ends_at >= starts_at)),
  constraint incidents_severity_check check ((severity = any (array['major', 'minor', 'scheduled']))),
  constraint incidents_status_page_id_id_key unique (status_page_id, id)
);
create index incidents_starts on incidents (status_page_id, starts_at desc, id desc);
create index incidents_type on incidents (status_page_id, type, starts_at desc, id desc);
create index incidents_open on incidents (status_page_id, starts_at) where (ends_at is null);
create index incidents_ends on incidents (status_page_id, ends_at);
create index incidents_long on incidents (status_page_id, starts_at desc, id desc) where ((ends_at is null) or
  ((ends_at - starts_at) > '31 days'::interval));
create index incidents_words on incidents using gin (search_words(status_page_id, title)) with
  (fastupdate=off);
alter index incidents_words alter column 1 set statistics 0;

-- Updates that were deleted, whole, until nobody can restore them any more. In a table of their
-- own, so that nothing which reads updates has to leave them out.
create table deleted_updates (
  status_page_id bigint not null,
  incident_id bigint not null,
  id bigint not null,
  kept jsonb not null,
  deleted_at timestamptz(0) not null,
  primary key (status_page_id, incident_id, id),
  constraint deleted_updates_status_page_id_incident_id_fkey foreign key (status_page_id, incident_id)
    references incidents(status_page_id, id) on delete cascade
);

-- how often what calendars and feeds show of an incident has changed, and when last; without a
-- row: never
create table incident_revisions (
  status_page_id bigint not null,
  incident_id bigint not null,
  revision integer not null,
  revised_at timestamptz(0) not null,
  primary key (status_page_id, incident_id),
  constraint incident_revisions_status_page_id_incident_id_fkey foreign key (status_page_id, incident_id)
    references incidents(status_page_id, id) on delete cascade
);

-- Scheduled changes and notices of an incident (lib/incidents/timers). for_at: the moment they
-- announce; due_at: when to send, null: never; settled_for: the moment already announced, or too
-- late to announce
create table incident_timers (
  status_page_id bigint not null,
  incident_id bigint not null,
  kind text not null,
  for_at timestamptz(0) not null,
  due_at timestamptz(0),
  settled_for timestamptz(0),
  constraint incident_timers_kind_check check ((kind = any (array['first_before', 'second_before', 'start',
    'end', 'long_running', 'promise_soon', 'promise_broken']))),
  primary key (status_page_id, incident_id, kind),
  constraint incident_timers_status_page_id_incident_id_fkey foreign key (status_page_id, incident_id)
    references incidents(status_page_id, id) on delete cascade
);
create index incident_timers_due on incident_timers (due_at, status_page_id, incident_id) where (due_at is not
  null);

create table incident_updates (
  id bigint generated always as identity primary key,
  status_page_id bigint not null,
  incident_id bigint not null,
  type text not null,
  description text not null,
  translations jsonb default '{}'::jsonb not null,
  posted_at timestamptz(0) not null,
  notify boolean default false not null,
  social_post boolean default false not null,
  subscribers_notified_at timestamptz(0),
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  updated_at timestamptz(0) default date_trunc('second', now()) not null,
  bytes integer,
  -- when the team promises to say more; an incident's is that of its newest update
  next_update_at timestamptz(0),
  -- posted_by: the user who promised to say more, if it was one
  posted_by bigint,
  constraint incident_updates_status_page_id_incident_id_fkey foreign key (status_page_id, incident_id)
    references incidents(status_page_id, id) on delete cascade
);
create index incident_updates_posted on incident_updates (status_page_id, incident_id, posted_at desc, id
  desc);
create index incident_updates_words on incident_updates using gin (search_words(status_page_id, description))
  with (fastupdate=off);
alter index incident_updates_words alter column 1 set statistics 0;

create table info_notices (
  id bigint generated always as identity primary key,
  status_page_id bigint not null references status_pages on delete cascade,
  title text not null,
  featured_from timestamptz(0) not null,
  featured_until timestamptz(0),
  translations jsonb default '{}'::jsonb not null,
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  updated_at timestamptz(0) default date_trunc('second', now()) not null,
  bytes integer,
  subscription_group_ids bigint[] default '{}' not null,
  constraint info_notices_status_page_id_id_key unique (status_page_id, id)
);
create index info_notices_featured on info_notices (status_page_id, featured_from desc, id desc);

create table info_notice_updates (
  id bigint generated always as identity primary key,
  status_page_id bigint not null,
  info_notice_id bigint not null,
  description text not null,
  translations jsonb default '{}'::jsonb not null,
  posted_at timestamptz(0) not null,
  notify boolean default false not null,
  social_post boolean default false not null,
  subscribers_notified_at timestamptz(0),
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  updated_at timestamptz(0) default date_trunc('second', now()) not null,
  bytes integer,
  constraint info_notice_updates_status_page_id_info_notice_id_fkey foreign key (status_page_id,
    info_notice_id) references info_notices(status_page_id, id) on delete cascade
);
create index info_notice_updates_posted on info_notice_updates (status_page_id, info_notice_id, posted_at
  desc, id desc);

-- fields: what the kind has besides its secrets (lib/pages/integrations/kinds.ts)
create table integrations (
  id bigint generated always as identity primary key,
  status_page_id bigint not null references status_pages on delete cascade,
  name text not null,
  fields jsonb not null,
  settings jsonb not null,
  key_sealed text,
  key_hint text,
  password_sealed text,
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  updated_at timestamptz(0) default date_trunc('second', now()) not null,
  checked_at timestamptz(0),
  last_error text,
  constraint integrations_status_page_id_id_key unique (status_page_id, id)
);

-- The maintenance of each event of a calendar. key: of its UID and recurrence; written: what the
-- import last wrote, which it may write over; incident_id null: an operator deleted it, or it
-- was called off
create table calendar_events (
  status_page_id bigint not null,
  integration_id bigint not null,
  key text not null,
  incident_id bigint,
  starts_at timestamptz(0) not null,
  written jsonb not null,
  primary key (status_page_id, integration_id, key),
  constraint calendar_events_status_page_id_incident_id_fkey foreign key (status_page_id, incident_id)
    references incidents(status_page_id, id) on delete set null (incident_id),
  constraint calendar_events_status_page_id_integration_id_fkey foreign key (status_page_id, integration_id)
    references integrations(status_page_id, id) on delete cascade
);
create index calendar_events_status_page_id_incident_id_idx on calendar_events (status_page_id, incident_id)
  where (incident_id is not null);

-- The last import of a calendar. etag: of the last read, valid while read_at is recent; result:
-- numbers of maintenances created, changed and canceled
create table calendar_imports (
  status_page_id bigint not null,
  integration_id bigint not null,
  etag text,
  read_at timestamptz(0),
  asked_at timestamptz(0) not null,
  result jsonb,
  primary key (status_page_id, integration_id),
  constraint calendar_imports_status_page_id_integration_id_fkey foreign key (status_page_id, integration_id)
    references integrations(status_page_id, id) on delete cascade
);

-- the one link by which addresses of allowed domains may join a restricted page
create table join_links (
  status_page_id bigint primary key references status_pages on delete cascade,
  token_hash bytea not null,
  token_sealed text not null,
  inserted_at timestamptz(0) not null
);

-- who asked to join, and has not followed the mailed link yet; ends with the page's link
create table join_requests (
  token_hash bytea primary key,
  status_page_id bigint not null references join_links (status_page_id) on delete cascade,
  email text not null,
  expires_at timestamptz(0) not null
);
create index join_requests_page on join_requests (status_page_id, expires_at);
create index join_requests_expired on join_requests (expires_at);

-- fields: what the next maintenance says and affects; next_at: the first one not created yet
create table maintenance_series (
  id bigint generated always as identity primary key,
  status_page_id bigint not null references status_pages on delete cascade,
  rule text not null,
  time_zone text not null,
  starts_at timestamptz(0) not null,
  duration_seconds integer not null,
  fields jsonb not null,
  next_at timestamptz(0),
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  updated_at timestamptz(0) default date_trunc('second', now()) not null,
  constraint maintenance_series_status_page_id_id_key unique (status_page_id, id)
);
create index maintenance_series_next_at_id_idx on maintenance_series (next_at, id) where (next_at is not
  null);

-- what was created stays noted when it is deleted, so that it is not created again
create table maintenance_occurrences (
  status_page_id bigint not null,
  series_id bigint not null,
  occurs_at timestamptz(0) not null,
  incident_id bigint,
  primary key (status_page_id, series_id, occurs_at),
  constraint maintenance_occurrences_status_page_id_incident_id_fkey foreign key (status_page_id, incident_id)
    references incidents(status_page_id, id) on delete set null (incident_id),
  constraint maintenance_occurrences_status_page_id_incident_id_key unique (status_page_id, incident_id),
  constraint maintenance_occurrences_status_page_id_series_id_fkey foreign key (status_page_id, series_id)
    references maintenance_series(status_page_id, id) on delete cascade
);

-- messages that left, by page, month and channel
create table message_counts (
  status_page_id bigint not null references status_pages on delete cascade,
  month date not null,
  channel text not null,
  count bigint not null,
  primary key (status_page_id, month, channel)
);

-- Services of a group that are down at the same time
-- (lib/monitoring/automation): group_id: their parent, or the service itself; began_at: the
-- first failure; publish_at: when it is published unless somebody dismisses it; drafted: the
-- draft as we wrote it; over_at: since when all of its services are up again
create table outages (
  status_page_id bigint not null references status_pages on delete cascade,
  id bigint generated always as identity,
  group_id bigint not null,
  state text not null,
  began_at timestamptz(0) not null,
  publish_at timestamptz(0),
  incident_id bigint,
  draft_id bigint,
  drafted jsonb,
  over_at timestamptz(0),
  constraint outages_state_check check ((state = any (array['waiting', 'published', 'dismissed',
    'recovered']))),
  primary key (status_page_id, id),
  constraint outages_status_page_id_draft_id_fkey foreign key (status_page_id, draft_id) references
    incident_drafts(status_page_id, id) on delete set null (draft_id),
  constraint outages_status_page_id_incident_id_fkey foreign key (status_page_id, incident_id) references
    incidents(status_page_id, id) on delete set null (incident_id)
);
create index outages_current on outages (status_page_id, group_id) where (over_at is null);
create index outages_due on outages (publish_at) where ((state = 'waiting') and (over_at is null) and
  (publish_at is not null));
create index outages_incident on outages (status_page_id, incident_id) where (incident_id is not null);
create index outages_draft on outages (status_page_id, draft_id) where (draft_id is not null);

-- tokens that somebody replaced: their address, subscribing again, must not get them again
create table replaced_links (
  status_page_id bigint not null references status_pages on delete cascade,
  token_hash bytea not null,
  primary key (status_page_id, token_hash)
);

create table services (
  id bigint generated always as identity primary key,
  status_page_id bigint not null references status_pages on delete cascade,
  parent_id bigint,
  name text not null,
  description text,
  private_description text,
  private boolean default false not null,
  "order" integer not null,
  translations jsonb default '{}'::jsonb not null,
  display_uptime_graph boolean default false not null,
  display_response_time_chart boolean default false not null,
  monitoring text,
  webhook_monitoring_service text,
  webhook_custom_jsonpath_settings jsonb,
  inbound_email_id text default (gen_random_uuid())::text not null,
  ping_url text,
  monitoring_options jsonb default '{}'::jsonb not null,
  incident_type text,
  parent_incident_type text,
  is_up boolean,
  pause_monitoring_during_maintenances boolean default false not null,
  auto_incident boolean default false not null,
  auto_notify boolean default false not null,
  notification_recipients bigint[] default '{}' not null,
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  updated_at timestamptz(0) default date_trunc('second', now()) not null,
  bytes integer,
  retries smallint,
  confirmations smallint,
  expected_statuses text[] default '{}' not null,
  publish_policy jsonb default '{"mode": "at_once", "delay_minutes": null}'::jsonb not null,
  heartbeat jsonb,
  constraint services_status_page_id_id_key unique (status_page_id, id),
  constraint services_status_page_id_parent_id_fkey foreign key (status_page_id, parent_id) references
    services(status_page_id, id)
);
create index services_order on services (status_page_id, "order", id);
create index services_parent on services (status_page_id, parent_id);
create unique index services_inbound_email on services (inbound_email_id);

create table access_group_services (
  status_page_id bigint not null,
  access_group_id bigint not null,
  service_id bigint not null,
  place integer default 0 not null,
  primary key (status_page_id, access_group_id, service_id),
  constraint access_group_services_status_page_id_access_group_id_fkey foreign key (status_page_id,
    access_group_id) references access_groups(status_page_id, id) on delete cascade,
  constraint access_group_services_status_page_id_service_id_fkey foreign key (status_page_id, service_id)
    references services(status_page_id, id) on delete cascade
);
create index access_group_services_service on access_group_services (status_page_id, service_id);

-- Expiry warnings that the team received: certificate and days before its end
create table certificate_notices (
  status_page_id bigint not null,
  service_id bigint not null,
  expires_at timestamptz(0) not null,
  days smallint not null,
  primary key (status_page_id, service_id, expires_at, days),
  constraint certificate_notices_status_page_id_service_id_fkey foreign key (status_page_id, service_id)
    references services(status_page_id, id) on delete cascade
);

-- what an operator says of a past day, which counts instead of what was found
create table day_corrections (
  status_page_id bigint not null,
  service_id bigint not null,
  day date not null,
  downtime_seconds integer,
  ignore_checks boolean not null,
  reason text not null,
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  updated_at timestamptz(0) default date_trunc('second', now()) not null,
  primary key (status_page_id, service_id, day),
  constraint day_corrections_status_page_id_service_id_fkey foreign key (status_page_id, service_id)
    references services(status_page_id, id) on delete cascade
);
create index day_corrections_day on day_corrections (status_page_id, day);

create table incident_services (
  status_page_id bigint not null,
  incident_id bigint not null,
  service_id bigint not null,
  place integer default 0 not null,
  primary key (status_page_id, incident_id, service_id),
  constraint incident_services_status_page_id_incident_id_fkey foreign key (status_page_id, incident_id)
    references incidents(status_page_id, id) on delete cascade,
  constraint incident_services_status_page_id_service_id_fkey foreign key (status_page_id, service_id)
    references services(status_page_id, id) on delete cascade
);
create index incident_services_service on incident_services (status_page_id, service_id, incident_id);

create table incident_template_services (
  status_page_id bigint not null,
  incident_template_id bigint not null,
  service_id bigint not null,
  place integer default 0 not null,
  primary key (status_page_id, incident_template_id, service_id),
  constraint incident_template_services_status_page_id_incident_templat_fkey foreign key (status_page_id,
    incident_template_id) references incident_templates(status_page_id, id) on delete cascade,
  constraint incident_template_services_status_page_id_service_id_fkey foreign key (status_page_id,
    service_id) references services(status_page_id, id) on delete cascade
);
create index incident_template_services_service on incident_template_services (status_page_id, service_id);

create table info_notice_services (
  status_page_id bigint not null,
  info_notice_id bigint not null,
  service_id bigint not null,
  place integer default 0 not null,
  primary key (status_page_id, info_notice_id, service_id),
  constraint info_notice_services_status_page_id_info_notice_id_fkey foreign key (status_page_id,
    info_notice_id) references info_notices(status_page_id, id) on delete cascade,
  constraint info_notice_services_status_page_id_service_id_fkey foreign key (status_page_id, service_id)
    references services(status_page_id, id) on delete cascade
);
create index info_notice_services_service on info_notice_services (status_page_id, service_id);

create table metrics (
  id bigint generated always as identity primary key,
  status_page_id bigint not null references status_pages on delete cascade,
  title text not null,
  unit text not null,
  type text not null,
  enabled boolean default false not null,
  visible boolean default false not null,
  remote_id text,
  remote_name text,
  threshold float8,
  featured_number text default 'avg' not null,
  integration_id bigint,
  "order" integer not null,
  latest_entry_at timestamptz(0),
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  updated_at timestamptz(0) default date_trunc('second', now()) not null,
  service_id bigint,
  constraint metrics_featured_number_check check ((featured_number = any (array['avg', 'max', 'last']))),
  constraint metrics_type_check check ((type = any (array['up', 'rt']))),
  constraint metrics_status_page_id_id_key unique (status_page_id, id),
  constraint metrics_status_page_id_integration_id_fkey foreign key (status_page_id, integration_id)
    references integrations(status_page_id, id) on delete set null (integration_id),
  constraint metrics_status_page_id_service_id_fkey foreign key (status_page_id, service_id) references
    services(status_page_id, id) on delete set null (service_id)
);
create index metrics_order on metrics (status_page_id, "order", id);
create index metrics_integration on metrics (status_page_id, integration_id);
create index metrics_service on metrics (status_page_id, service_id);

create table metric_days (
  status_page_id bigint not null,
  metric_id bigint not null,
  day timestamptz(0) not null,
  count integer not null,
  sum float8 not null,
  min float8 not null,
  max float8 not null,
  last float8 not null,
  primary key (status_page_id, metric_id, day),
  constraint metric_days_status_page_id_metric_id_fkey foreign key (status_page_id, metric_id) references
    metrics(status_page_id, id) on delete cascade
);

-- what the entries of an hour, or a day, come to; UTC
create table metric_hours (
  status_page_id bigint not null,
  metric_id bigint not null,
  hour timestamptz(0) not null,
  count integer not null,
  sum float8 not null,
  min float8 not null,
  max float8 not null,
  last float8 not null,
  primary key (status_page_id, metric_id, hour),
  constraint metric_hours_status_page_id_metric_id_fkey foreign key (status_page_id, metric_id) references
    metrics(status_page_id, id) on delete cascade
);

-- what is fetched for a metric: from its integration, or from the checks of its service
create table metric_pulls (
  status_page_id bigint not null,
  metric_id bigint not null,
  next_at timestamptz(0) not null,
  claimed_until timestamptz(0),
  -- up to when there is nothing left to fetch
  pulled_until timestamptz(0),
  failures integer default 0 not null,
  pulled_at timestamptz(0),
  last_error text,
  primary key (status_page_id, metric_id),
  constraint metric_pulls_status_page_id_metric_id_fkey foreign key (status_page_id, metric_id) references
    metrics(status_page_id, id) on delete cascade
);
create index metric_pulls_due on metric_pulls (next_at);

create table outage_services (
  status_page_id bigint not null,
  outage_id bigint not null,
  service_id bigint not null,
  down_at timestamptz(0) not null,
  up_at timestamptz(0),
  -- whether it was down when monitoring was switched off: nobody knows that it is up
  is_left boolean default false not null,
  primary key (status_page_id, outage_id, service_id),
  constraint outage_services_status_page_id_outage_id_fkey foreign key (status_page_id, outage_id) references
    outages(status_page_id, id) on delete cascade,
  constraint outage_services_status_page_id_service_id_fkey foreign key (status_page_id, service_id)
    references services(status_page_id, id) on delete cascade
);
-- However often a job is done: a service that is down belongs to one outage.
create unique index outage_services_down on outage_services (status_page_id, service_id) where (up_at is
  null);

-- what ended incidents did to a service on a day of the page's zone; only days on which
-- something happened
create table service_days (
  status_page_id bigint not null,
  service_id bigint not null,
  day date not null,
  major_seconds integer not null,
  minor_seconds integer not null,
  maintenance_seconds integer not null,
  counted_maintenance_seconds integer not null,
  incidents integer not null,
  -- counted_…: of the service's own incidents, what affects uptime; filled by the next
  -- migration
  counted_major_seconds integer default 0 not null,
  counted_minor_seconds integer default 0 not null,
  primary key (status_page_id, day, service_id),
  constraint service_days_status_page_id_service_id_fkey foreign key (status_page_id, service_id) references
    services(status_page_id, id) on delete cascade
);
-- the first day of a service, in one look-up
create index service_days_service on service_days (status_page_id, service_id, day);

-- The confirmed state of a service (lib/monitoring). is_up: null while unknown; since: for down,
-- the first failure; applied_is_up: the state that automation has handled
create table service_monitors (
  status_page_id bigint not null,
  service_id bigint not null,
  is_up boolean,
  since timestamptz(0),
  source text,
  reason text,
  detail text,
  applied_is_up boolean,
  applied_at timestamptz(0),
  due_at timestamptz(3),
  doubts smallint default 0 not null,
  doubted_at timestamptz(3),
  last_doubt_at timestamptz(3),
  certificate_ends_at timestamptz(0),
  last_beat_at timestamptz(0),
  beat_due_at timestamptz(0),
  constraint service_monitors_source_check check ((source = any (array['check', 'mail', 'webhook',
    'heartbeat']))),
  primary key (status_page_id, service_id),
  constraint service_monitors_status_page_id_service_id_fkey foreign key (status_page_id, service_id)
    references services(status_page_id, id) on delete cascade
) with (fillfactor='70', autovacuum_vacuum_scale_factor='0.05');
create index service_monitors_unapplied on service_monitors (status_page_id, service_id) where (is_up is
  distinct from applied_is_up);
-- Not by tenant: any worker takes what is due first
create index service_monitors_due on service_monitors (due_at) where (due_at is not null);
create index service_monitors_beat_due on service_monitors (beat_due_at) where (beat_due_at is not null);

-- The last calls and mails about a service, understood or not (lib/monitoring/reports). kind: by
-- whose rules a call was read; reason: why it was not understood, a code, and detail its
-- figures; content: its beginning, without secrets
create table service_reports (
  id bigint generated always as identity,
  status_page_id bigint not null,
  service_id bigint not null,
  received_at timestamptz(0) not null,
  source text not null,
  kind text,
  understood text,
  reason text,
  detail text,
  content text not null,
  constraint service_reports_source_check check ((source = any (array['mail', 'webhook', 'heartbeat']))),
  constraint service_reports_understood_check check ((understood = any (array['up', 'down', 'certificate',
    'test']))),
  primary key (status_page_id, id),
  constraint service_reports_status_page_id_service_id_fkey foreign key (status_page_id, service_id)
    references services(status_page_id, id) on delete cascade
);
create index service_reports_service on service_reports (status_page_id, service_id, id);

-- SMS usage of a page (lib/channels/sms-limits). counted: 'segments' per month beginning with
-- period, or a recipient's number per day. told_at: when the owners learned that the month's
-- budget is used up
create table sms_counts (
  status_page_id bigint not null references status_pages on delete cascade,
  counted text not null,
  period date not null,
  count integer not null,
  told_at timestamptz(0),
  primary key (status_page_id, counted, period)
);
create index sms_counts_period on sms_counts (period);

create table subscription_groups (
  id bigint generated always as identity primary key,
  status_page_id bigint not null references status_pages on delete cascade,
  name text not null,
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  updated_at timestamptz(0) default date_trunc('second', now()) not null,
  constraint subscription_groups_status_page_id_id_key unique (status_page_id, id)
);

-- Files of subscribers (lib/subscribers/import). row_count: how far checking or importing is;
-- counts: of rows, by what becomes of them; problems: the first of them; worked_at: when
-- somebody last went on, so that what a killed process leaves is taken up
create table subscription_imports (
  id bigint generated always as identity primary key,
  status_page_id bigint not null references status_pages on delete cascade,
  name text not null,
  bytes integer default 0 not null,
  state text default 'uploading' not null,
  row_count integer default 0 not null,
  total integer,
  counts jsonb default '{}'::jsonb not null,
  problems jsonb default '[]'::jsonb not null,
  worked_at timestamptz(0),
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  updated_at timestamptz(0) default date_trunc('second', now()) not null,
  constraint subscription_imports_state_check check ((state = any (array['uploading', 'checking', 'checked',
    'importing', 'done']))),
  constraint subscription_imports_status_page_id_id_key unique (status_page_id, id)
);
create index subscription_imports_open on subscription_imports (worked_at) where (state = any
  (array['checking', 'importing']));

create table subscription_import_pieces (
  status_page_id bigint not null,
  subscription_import_id bigint not null,
  place integer not null,
  body bytea not null,
  primary key (status_page_id, subscription_import_id, place),
  constraint subscription_import_pieces_status_page_id_subscription_imp_fkey foreign key (status_page_id,
    subscription_import_id) references subscription_imports(status_page_id, id) on delete cascade
);

-- metadata is json, not jsonb: it is given back as it came, the order of its keys included
create table subscriptions (
  id bigint generated always as identity primary key,
  status_page_id bigint not null references status_pages on delete cascade,
  type text not null,
  filter text not null,
  incident_id bigint,
  incident_types text[] default '{}' not null,
  email text,
  country_dial_code text,
  phone_number text,
  webhook_url text,
  locale text,
  metadata json default '{}'::json not null,
  confirmed_at timestamptz(0),
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  updated_at timestamptz(0) default date_trunc('second', now()) not null,
  requested_at timestamptz(0),
  secret_sealed text,
  quarantined_until timestamptz(0),
  quarantined_at timestamptz(0),
  quarantine_reason text,
  requested_by bigint,
  quarantine_kind text,
  -- every_update, living_message; null: as its kind has it (lib/subscribers/style.ts)
  style text,
  consent_at timestamptz(0),
  consent_source text,
  constraint subscriptions_quarantine_kind_check check ((quarantine_kind = any (array['dead', 'unwanted']))),
  constraint subscriptions_style_check check ((style = any (array['every_update', 'living_message']))),
  constraint subscriptions_status_page_id_id_key unique (status_page_id, id),
  constraint subscriptions_status_page_id_incident_id_fkey foreign key (status_page_id, incident_id)
    references incidents(status_page_id, id) on delete set null (incident_id)
);
create unique index subscriptions_address on subscriptions (status_page_id, type, md5(
case type
    when 'email' then lower(email)
    when 'sms' then ((country_dial_code || ' ') || phone_number)
    else webhook_url
end));
create index subscriptions_dial_code on subscriptions (status_page_id, country_dial_code, id) where
  (country_dial_code is not null);
create index subscriptions_phone on subscriptions (status_page_id, phone_number, id) where (phone_number is
  not null);
create index subscriptions_incident on subscriptions (status_page_id, incident_id) where (incident_id is not
  null);
create index subscriptions_incident_types on subscriptions (status_page_id) where (incident_types <> '{}');
create index subscriptions_email on subscriptions using gin (search_pieces(status_page_id, email)) with
  (fastupdate=off);
create index subscriptions_unconfirmed on subscriptions (requested_at) where ((confirmed_at is null) and
  (requested_at is not null));
create index subscriptions_url on subscriptions (status_page_id, md5(webhook_url)) where (webhook_url is not
  null);
create index subscriptions_quarantine on subscriptions (status_page_id, quarantined_at, id) where
  (quarantined_until is not null);
-- Those that are still to be sealed: the key is no matter of the database (lib/subscribers/seal-
-- addresses.ts)
create index subscriptions_unsealed on subscriptions (id) where ((phone_number !~~ 'sealed:%') or (webhook_url
  !~~ 'sealed:%'));
-- Subscriptions to everything are counted by an index-only scan; the others are read
-- (lib/notifications/audience/queries.ts)
create index subscriptions_to_all on subscriptions (status_page_id, type) include (quarantined_until) where
  ((filter = 'all') and (webhook_url is null) and (confirmed_at is not null));
create index subscriptions_others on subscriptions (status_page_id) where ((filter <> 'all') or (webhook_url
  is not null));

-- Messages to one person, inserted with the change that causes them and deleted once sent. kind:
-- selects the composer; params_sealed: its encrypted parameters, such as the token of a link;
-- message_id: the same for every attempt
create table outbox (
  id bigint generated always as identity primary key,
  message_id text not null,
  kind text not null,
  status_page_id bigint references status_pages on delete cascade,
  subscription_id bigint,
  params_sealed text not null,
  attempts integer default 0 not null,
  next_attempt_at timestamptz(0) not null,
  claimed_until timestamptz(0),
  expires_at timestamptz(0) not null,
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  -- why the mail server took nothing at the last attempt, where that does not concern the
  -- recipient
  trouble text,
  constraint outbox_status_page_id_subscription_id_fkey foreign key (status_page_id, subscription_id)
    references subscriptions(status_page_id, id) on delete cascade
);
create index outbox_due on outbox (next_attempt_at);
create index outbox_subscription on outbox (status_page_id, subscription_id);

create table subscription_group_members (
  status_page_id bigint not null,
  subscription_id bigint not null,
  subscription_group_id bigint not null,
  place integer default 0 not null,
  primary key (status_page_id, subscription_id, subscription_group_id),
  constraint subscription_group_members_status_page_id_subscription_gro_fkey foreign key (status_page_id,
    subscription_group_id) references subscription_groups(status_page_id, id) on delete cascade,
  constraint subscription_group_members_status_page_id_subscription_id_fkey foreign key (status_page_id,
    subscription_id) references subscriptions(status_page_id, id) on delete cascade
);
create index subscription_group_members_group on subscription_group_members (status_page_id,
  subscription_group_id, subscription_id);

-- Tokens of the links in a subscriber's messages. Expiring ones are stored as hashes only; the
-- token to manage a subscription is in every message, so it is stored encrypted as well
create table subscription_links (
  id bigint generated always as identity primary key,
  status_page_id bigint not null,
  subscription_id bigint not null,
  purpose text not null,
  token_hash bytea not null,
  token_sealed text,
  expires_at timestamptz(0),
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  constraint subscription_links_status_page_id_id_key unique (status_page_id, id),
  constraint subscription_links_status_page_id_subscription_id_fkey foreign key (status_page_id,
    subscription_id) references subscriptions(status_page_id, id) on delete cascade,
  constraint subscription_links_token_hash_key unique (token_hash)
);
create index subscription_links_subscription on subscription_links (status_page_id, subscription_id);
create unique index subscription_links_manage on subscription_links (status_page_id, subscription_id) where
  (purpose = 'manage');
create index subscription_links_expired on subscription_links (expires_at) where (expires_at is not null);

create table subscription_services (
  status_page_id bigint not null,
  subscription_id bigint not null,
  service_id bigint not null,
  place integer default 0 not null,
  primary key (status_page_id, subscription_id, service_id),
  constraint subscription_services_status_page_id_service_id_fkey foreign key (status_page_id, service_id)
    references services(status_page_id, id) on delete cascade,
  constraint subscription_services_status_page_id_subscription_id_fkey foreign key (status_page_id,
    subscription_id) references subscriptions(status_page_id, id) on delete cascade
);
create index subscription_services_service on subscription_services (status_page_id, service_id,
  subscription_id);

-- How often something was done lately: key is a keyed hash, so no address stands here
create table throttles (
  key bytea primary key,
  count integer not null,
  expires_at timestamptz(0) not null
);
create index throttles_expired on throttles (expires_at);

-- email_confirmed: whether somebody has proved, or the operator has said, that the account is
-- its address's owner's
create table users (
  id bigint generated always as identity primary key,
  email text not null,
  email_confirmed boolean default true not null,
  name text default '' not null,
  password_hash text,
  locale text,
  current_sign_in_at timestamptz(0),
  last_sign_in_at timestamptz(0),
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  updated_at timestamptz(0) default date_trunc('second', now()) not null
);
create unique index users_email on users (lower(email));

create table api_keys (
  id bigint generated always as identity primary key,
  organization_id bigint references organizations on delete cascade,
  user_id bigint references users on delete cascade,
  role text,
  name text not null,
  token_hash bytea not null,
  token_hint text not null,
  last_used_at timestamptz(0),
  revoked_at timestamptz(0),
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  -- created_by: who made the key of an organization and may know it
  created_by bigint references users on delete set null,
  constraint api_keys_check check (((user_id is null) <> (organization_id is null))),
  constraint api_keys_check1 check (((organization_id is null) = (role is null))),
  constraint api_keys_role_check check ((role = any (array['owner', 'admin', 'editor', 'billing',
    'viewer']))),
  constraint api_keys_token_hash_key unique (token_hash)
);
create index api_keys_organization on api_keys (organization_id, id);
create index api_keys_user on api_keys (user_id, id);
create index api_keys_creator on api_keys (organization_id, created_by) where (revoked_at is null);

-- the first answer to a POST with an Idempotency-Key, sealed, written by the transaction that
-- did the work
create table idempotency_keys (
  api_key_id bigint not null references api_keys on delete cascade,
  key text not null,
  request_hash bytea not null,
  status smallint not null,
  body text not null,
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  primary key (api_key_id, key)
);
create index idempotency_keys_age on idempotency_keys (inserted_at);

-- status_page_id null: the role in the whole organization; else the role that overrides it on
-- that page. An invitation is a membership that no user has yet: its address, and the hash of
-- the link that makes it somebody's
create table memberships (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  user_id bigint references users on delete cascade,
  status_page_id bigint references status_pages on delete cascade,
  role text not null,
  email text,
  invitation_hash bytea,
  invitation_expires_at timestamptz(0),
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  updated_at timestamptz(0) default date_trunc('second', now()) not null,
  -- accepted_at: since when its user is a member; before, nothing of the user is for the
  -- organization to see
  accepted_at timestamptz(0),
  constraint memberships_check check (((user_id is null) = ((email is not null) and (invitation_hash is not
    null) and (invitation_expires_at is not null)))),
  constraint memberships_role_check check ((role = any (array['owner', 'admin', 'editor', 'billing',
    'viewer']))),
  constraint memberships_invitation_hash_key unique (invitation_hash)
);
create unique index memberships_role on memberships (organization_id, user_id, status_page_id) nulls not
  distinct where (user_id is not null);
create index memberships_members on memberships (organization_id, id) where (status_page_id is null);
create index memberships_user on memberships (user_id);
-- an address may be invited to an organization and to single pages of it
create unique index memberships_invited_once on memberships (organization_id, lower(email), status_page_id)
  nulls not distinct where (user_id is null);
create index memberships_of_page on memberships (status_page_id, id) where (status_page_id is not null);

create table access_group_memberships (
  status_page_id bigint not null,
  access_group_id bigint not null,
  membership_id bigint not null references memberships on delete cascade,
  place integer default 0 not null,
  primary key (status_page_id, access_group_id, membership_id),
  constraint access_group_memberships_status_page_id_access_group_id_fkey foreign key (status_page_id,
    access_group_id) references access_groups(status_page_id, id) on delete cascade
);
create index access_group_memberships_membership on access_group_memberships (membership_id, status_page_id);

-- A member's secret in the addresses of a page's feeds; it dies with the membership.
create table feed_tokens (
  status_page_id bigint not null references status_pages on delete cascade,
  membership_id bigint not null references memberships on delete cascade,
  token_hash bytea not null,
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  primary key (status_page_id, membership_id),
  constraint feed_tokens_token_hash_key unique (token_hash)
);
create index feed_tokens_membership on feed_tokens (membership_id);

-- Links accounts to identities of an OpenID provider
create table oidc_identities (
  issuer text not null,
  subject text not null,
  user_id bigint not null references users on delete cascade,
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  primary key (issuer, subject)
);
create index oidc_identities_user on oidc_identities (user_id);

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  last_used_at timestamptz(0),
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  constraint passkeys_credential_id_key unique (credential_id)
);
create index passkeys_user on passkeys (user_id, id);

-- user_id and password_stamp are null where nobody has the address: then the link is worth
-- nothing
create table password_resets (
  token_hash bytea primary key,
  user_id bigint references users on delete cascade,
  password_stamp text,
  expires_at timestamptz(0) not null
);
create index password_resets_user on password_resets (user_id);
create index password_resets_expired on password_resets (expires_at);

-- Sign-ins that passed the password and await the second factor
create table second_steps (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  password_stamp text not null,
  expires_at timestamptz(0) not null
);
create index second_steps_user on second_steps (user_id);
create index second_steps_expired on second_steps (expires_at);

-- id_hash: what the cookie carries, hashed
create table sessions (
  id bigint generated always as identity primary key,
  id_hash bytea not null,
  user_id bigint not null references users on delete cascade,
  started_at timestamptz(0) default date_trunc('second', now()) not null,
  method text default 'password' not null,
  address text,
  user_agent text,
  last_seen_at timestamptz(0),
  constraint sessions_method_check check ((method = any (array['password', 'two_factor', 'passkey',
    'oidc']))),
  constraint sessions_id_hash_key unique (id_hash)
);
create index sessions_user on sessions (user_id, id);

-- Both end with the session of the account that they were made from. password_stamp: which
-- password that was; browser_hash: which browser asked
create table page_handovers (
  token_hash bytea primary key,
  status_page_id bigint not null references status_pages on delete cascade,
  session_id bigint not null references sessions on delete cascade,
  password_stamp text not null,
  browser_hash bytea not null,
  path text not null,
  expires_at timestamptz(0) not null
);
create index page_handovers_session on page_handovers (session_id);
create index page_handovers_page on page_handovers (status_page_id);

create table page_sessions (
  token_hash bytea primary key,
  status_page_id bigint not null references status_pages on delete cascade,
  session_id bigint not null references sessions on delete cascade,
  password_stamp text not null,
  started_at timestamptz(0) not null
);
create index page_sessions_session on page_sessions (session_id);
create index page_sessions_page on page_sessions (status_page_id);

-- user_id and password_stamp are null where the password was wrong: then no code is right
create table sign_in_codes (
  token_hash bytea primary key,
  code_hash bytea not null,
  user_id bigint references users on delete cascade,
  password_stamp text,
  tries integer default 0 not null,
  expires_at timestamptz(0) not null
);
create index sign_in_codes_user on sign_in_codes (user_id);
create index sign_in_codes_expired on sign_in_codes (expires_at);

-- confirmed_at: null until the user has entered a first code; last_step: of the newest code that
-- was used
create table two_factors (
  user_id bigint primary key references users on delete cascade,
  secret_sealed text not null,
  confirmed_at timestamptz(0),
  last_step bigint
);

create table recovery_codes (
  user_id bigint not null references two_factors (user_id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

create table webhooks (
  id bigint generated always as identity primary key,
  status_page_id bigint not null references status_pages on delete cascade,
  url text not null,
  events text[] not null,
  enabled boolean default true not null,
  secret_sealed text not null,
  inserted_at timestamptz(0) default date_trunc('second', now()) not null,
  updated_at timestamptz(0) default date_trunc('second', now()) not null,
  ordered boolean default false not null,
  constraint webhooks_status_page_id_id_key unique (status_page_id, id)
);

-- body: what is sent, byte for byte the same at every attempt; on_demand: somebody asked for it,
-- so one attempt and no retries; claimed_until: until then nobody else attempts it
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  status_page_id bigint not null,
  webhook_id bigint not null,
  message_id text not null,
  event text not null,
  body text,
  on_demand boolean default false not null,
  state text default 'pending' not null,
  attempts jsonb default '[]'::jsonb not null,
  next_attempt_at timestamptz(0),
  claimed_until timestamptz(0),
  inserted_at timestamptz(0) not null,
  event_id bigint,
  constraint webhook_deliveries_check check (((state = 'pending') = (next_attempt_at is not null))),
  constraint webhook_deliveries_state_check check ((state = any (array['pending', 'delivered', 'failed',
    'cancelled']))),
  constraint body_or_event check (((body is null) = (event_id is not null))) not VALID,
  constraint webhook_deliveries_status_page_id_webhook_id_fkey foreign key (status_page_id, webhook_id)
    references webhooks(status_page_id, id) on delete cascade
);
create index webhook_deliveries_webhook on webhook_deliveries (status_page_id, webhook_id, id);
create index webhook_deliveries_due on webhook_deliveries (status_page_id, webhook_id, next_attempt_at, id)
  where (state = 'pending');
create unique index webhook_deliveries_event on webhook_deliveries (status_page_id, webhook_id, event_id)
  where (event_id is not null);
create index webhook_deliveries_log on webhook_deliveries (status_page_id, state, inserted_at, id);
-- The list of the API is in the order of ids, whatever the state.
create index webhook_deliveries_page on webhook_deliveries (status_page_id, id);
-- which delivery of a webhook that keeps the order is next, whether one is being sent, and what
-- somebody asked for: found without a look at all that waits
create index webhook_deliveries_order on webhook_deliveries (status_page_id, webhook_id, event_id nulls first,
  id) where ((state = 'pending') and (not on_demand));
create index webhook_deliveries_claimed on webhook_deliveries (status_page_id, webhook_id) where ((state =
  'pending') and (not on_demand) and (claimed_until is not null));
create index webhook_deliveries_asked on webhook_deliveries (status_page_id, webhook_id, next_attempt_at, id)
  where ((state = 'pending') and on_demand);



create trigger count_deleted after delete on audit_log referencing old table as changed for each statement
  execute function count_records('organizations', 'organization_id');
create trigger count_inserted after insert on audit_log referencing new table as changed for each statement
  execute function count_records('organizations', 'organization_id');
create trigger note_bytes before insert or update on audit_log for each row execute function note_bytes();
create trigger tell_of_host after insert or delete on certificate_challenges for each row execute function
  tell_of_host();
create trigger forget_counts after delete on organizations for each row execute function forget_counts();
create trigger forget_counts after delete on status_pages for each row execute function forget_counts();
create trigger keep_addresses after insert or update of subdomain, settings on status_pages for each row
  execute function keep_addresses();
create trigger keep_domains after insert or update of settings on status_pages for each row execute function
  keep_domains();
create trigger leave_domains before delete on status_pages for each row execute function leave_domains();
create trigger note_bytes before insert or update on status_pages for each row execute function note_bytes();
create trigger status_pages_events after delete on status_pages for each row execute function delete_events();
create trigger status_pages_notifications after delete on status_pages for each row execute function
  delete_notifications();
create trigger tell_of_host after insert or delete or update of name, is_active, redirects_until on addresses
  for each row execute function tell_of_host();
create trigger tell_of_host after insert or delete or update of name, chain, private_key on certificates for
  each row execute function tell_of_host();
create trigger drop_uploaded after insert or update of phase on domains for each row when ((new.phase =
  'configuring')) execute function drop_uploaded();
create trigger tell_of_host after insert or delete or update of name, phase, proven_at on domains for each row
  execute function tell_of_host();
create trigger count_deleted after delete on incidents referencing old table as changed for each statement
  execute function count_records('status_pages', 'status_page_id');
create trigger count_inserted after insert on incidents referencing new table as changed for each statement
  execute function count_records('status_pages', 'status_page_id');
create trigger note_bytes before insert or update on incidents for each row execute function note_bytes();
create trigger note_bytes before insert or update on incident_updates for each row execute function
  note_bytes();
create trigger note_bytes before insert or update on info_notices for each row execute function note_bytes();
create trigger note_bytes before insert or update on info_notice_updates for each row execute function
  note_bytes();
create trigger note_bytes before insert or update on services for each row execute function note_bytes();
create trigger service_check_added after insert on services for each row when ((new.monitoring = 'internal'))
  execute function plan_service_check();
create trigger service_check_changed after update of monitoring, ping_url, monitoring_options,
  expected_statuses on services for each row when (((((old.monitoring is distinct from new.monitoring) or
  (old.ping_url is distinct from new.ping_url)) or (old.monitoring_options is distinct from
  new.monitoring_options)) or (old.expected_statuses is distinct from new.expected_statuses))) execute
  function plan_service_check();
create trigger service_monitoring_changed after update of monitoring, ping_url, heartbeat,
  webhook_monitoring_service on services for each row when (((((old.monitoring is distinct from
  new.monitoring) or (old.ping_url is distinct from new.ping_url)) or (old.heartbeat is distinct from
  new.heartbeat)) or (old.webhook_monitoring_service is distinct from new.webhook_monitoring_service)))
  execute function forget_verdict();
create trigger services_check_rollups after delete on services for each row execute function
  delete_check_rollups();
create trigger metrics_entries after delete on metrics for each row execute function delete_metric_entries();
create trigger count_deleted after delete on subscriptions referencing old table as changed for each statement
  execute function count_records('status_pages', 'status_page_id');
create trigger count_inserted after insert on subscriptions referencing new table as changed for each
  statement execute function count_records('status_pages', 'status_page_id');
