import { type Kysely, sql } from "kysely";

// What the results of an hour, or of a day of the page's zone, come to. Without foreign keys, which
// would be checked for each batch: the trigger does what they would.
const SUMS = `
  up integer not null,
  down integer not null,
  none integer not null,
  -- of results that were up: how many have a response time, and what those times were
  timed integer not null,
  sum_ms bigint not null,
  min_ms integer,
  max_ms integer,
  -- how many of them lie in each bucket of check_histogram, up to the last that has any
  histogram smallint[] not null`;

async function addFunctions(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Five buckets to each doubling of a response time: each is 15 % wider than the one before.
    create function check_histogram(times integer[]) returns smallint[]
    language plpgsql immutable as $$
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
    create function add_histograms(a smallint[], b smallint[]) returns smallint[]
    language plpgsql immutable as $$
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
    create aggregate sum_histograms (smallint[]) (
      sfunc = add_histograms, stype = smallint[], initcond = '{}'
    );`.execute(db);
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await addFunctions(db);
  await sql`
    create table check_hours (
      status_page_id bigint not null,
      service_id bigint not null,
      hour timestamptz(0) not null,
      ${sql.raw(SUMS)},
      primary key (status_page_id, service_id, hour)
    ) with (fillfactor = 80);
    create index check_hours_hour on check_hours using brin (hour);
    create table check_days (
      status_page_id bigint not null,
      service_id bigint not null,
      day date not null,
      ${sql.raw(SUMS)},
      primary key (status_page_id, service_id, day)
    ) with (fillfactor = 80);

    create function delete_check_rollups() returns trigger language plpgsql as $$
    begin
      delete from check_hours where status_page_id = old.status_page_id and service_id = old.id;
      delete from check_days where status_page_id = old.status_page_id and service_id = old.id;
      return null;
    end $$;
    create trigger services_check_rollups after delete on services
      for each row execute function delete_check_rollups();

    -- what an operator says of a past day, which counts instead of what was found
    create table day_corrections (
      status_page_id bigint not null,
      service_id bigint not null,
      day date not null,
      downtime_seconds integer,
      ignore_checks boolean not null,
      reason text not null,
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      updated_at timestamptz(0) not null default date_trunc('second', now()),
      primary key (status_page_id, service_id, day),
      foreign key (status_page_id, service_id) references services (status_page_id, id)
        on delete cascade
    );
    create index day_corrections_day on day_corrections (status_page_id, day);

    alter table metrics add column service_id bigint;
    alter table metrics add foreign key (status_page_id, service_id)
      references services (status_page_id, id) on delete set null (service_id);
    create index metrics_service on metrics (status_page_id, service_id);

    -- what is fetched for a metric: from its integration, or from the checks of its service
    create table metric_pulls (
      status_page_id bigint not null,
      metric_id bigint not null,
      next_at timestamptz(0) not null,
      claimed_until timestamptz(0),
      -- up to when there is nothing left to fetch
      pulled_until timestamptz(0),
      failures integer not null default 0,
      pulled_at timestamptz(0),
      last_error text,
      primary key (status_page_id, metric_id),
      foreign key (status_page_id, metric_id) references metrics (status_page_id, id)
        on delete cascade
    );
    create index metric_pulls_due on metric_pulls (next_at);
  `.execute(db);
}
