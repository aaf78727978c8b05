import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- retries: failures after the first that make it down; confirmations: successes that make it up
    alter table services
      add column retries smallint,
      add column confirmations smallint,
      add column expected_statuses text[] not null default '{}',
      add column publish_policy jsonb not null
        default '{"mode": "at_once", "delay_minutes": null}',
      add column heartbeat jsonb;

    -- What monitoring believes of a service (lib/monitoring). is_up: null while nothing is known;
    -- since: of "down" the moment of the first failure; applied_is_up: what has been acted upon
    create table service_monitors (
      status_page_id bigint not null,
      service_id bigint not null,
      is_up boolean,
      since timestamptz(0),
      source text check (source in ('check', 'mail', 'webhook', 'heartbeat')),
      reason text,
      detail text,
      applied_is_up boolean,
      applied_at timestamptz(0),
      primary key (status_page_id, service_id),
      foreign key (status_page_id, service_id) references services (status_page_id, id)
        on delete cascade
    );
    create index service_monitors_unapplied on service_monitors (status_page_id, service_id)
      where is_up is distinct from applied_is_up;

    -- No foreign keys: each new partition would lock what they name
    create table check_results (
      status_page_id bigint not null,
      service_id bigint not null,
      checked_at timestamptz(3) not null,
      outcome text not null check (outcome in ('up', 'down', 'none')),
      reason text,
      status smallint,
      response_ms integer
    ) partition by range (checked_at);
    create table check_results_default partition of check_results default;
    create index check_results_service
      on check_results (status_page_id, service_id, checked_at);
  `.execute(db);
}
