import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table metrics (
      id bigint generated always as identity primary key,
      status_page_id bigint not null references status_pages on delete cascade,
      title text not null,
      unit text not null,
      type text not null check (type in ('up', 'rt')),
      enabled boolean not null default false,
      visible boolean not null default false,
      remote_id text,
      remote_name text,
      threshold double precision,
      featured_number text not null default 'avg' check (featured_number in ('avg', 'max', 'last')),
      integration_id bigint,
      "order" integer not null,
      latest_entry_at timestamptz(0),
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      updated_at timestamptz(0) not null default date_trunc('second', now()),
      unique (status_page_id, id),
      foreign key (status_page_id, integration_id) references integrations (status_page_id, id) on delete set null (integration_id)
    );
    create index metrics_order on metrics (status_page_id, "order", id);
    create index metrics_integration on metrics (status_page_id, integration_id);

    -- Partitions of a week each come and go with time (lib/services/metric-entries/queries.ts). No foreign key: it would be checked for every
    -- entry and double the cost of an insert. The lock on the metric, and the trigger below, do what it would.
    create table metric_entries (
      status_page_id bigint not null,
      metric_id bigint not null,
      time timestamptz(0) not null,
      value double precision not null,
      primary key (status_page_id, metric_id, time)
    ) partition by range (time);

    create function delete_metric_entries() returns trigger language plpgsql as $$
    begin
      delete from metric_entries where status_page_id = old.status_page_id and metric_id = old.id;
      return null;
    end $$;
    create trigger metrics_entries after delete on metrics for each row execute function delete_metric_entries();

    -- what the entries of an hour, or a day, come to; UTC
    create table metric_hours (
      status_page_id bigint not null,
      metric_id bigint not null,
      hour timestamptz(0) not null,
      count integer not null,
      sum double precision not null,
      min double precision not null,
      max double precision not null,
      last double precision not null,
      primary key (status_page_id, metric_id, hour),
      foreign key (status_page_id, metric_id) references metrics (status_page_id, id) on delete cascade
    );
    create table metric_days (
      status_page_id bigint not null,
      metric_id bigint not null,
      day timestamptz(0) not null,
      count integer not null,
      sum double precision not null,
      min double precision not null,
      max double precision not null,
      last double precision not null,
      primary key (status_page_id, metric_id, day),
      foreign key (status_page_id, metric_id) references metrics (status_page_id, id) on delete cascade
    );
  `.execute(db);
}
