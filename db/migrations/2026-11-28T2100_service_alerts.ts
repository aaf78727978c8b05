import { type Kysely, sql } from "kysely";

/**
 * Each alert about a service by its own identity (lib/monitoring/alerts): the service is down while
 * one is open. said_at: the tool's own time of what it said last; report_id: the report that opened
 * it. Closed ones stay for some minutes, for calls that come out of order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table service_alerts (
      id bigint generated always as identity,
      status_page_id bigint not null,
      service_id bigint not null,
      source text not null,
      key text not null,
      group_key text,
      reason text,
      detail text,
      is_open boolean not null,
      opened_at timestamptz(0) not null,
      said_at timestamptz(0),
      received_at timestamptz(0) not null,
      report_id bigint,
      primary key (status_page_id, service_id, source, key),
      foreign key (status_page_id, service_id) references services (status_page_id, id)
        on delete cascade
    )`.execute(db);
  await sql`
    create index service_alerts_group on service_alerts (status_page_id, group_key)
      where is_open and group_key is not null`.execute(db);
  await sql`
    create function forget_alerts() returns trigger language plpgsql as $$
    begin
      delete from service_alerts
      where status_page_id = new.status_page_id and service_id = new.id
        and (old.monitoring is distinct from new.monitoring
          or (source = 'heartbeat' and new.heartbeat is null)
          or (source = 'webhook'
            and (old.webhook_monitoring_service, old.webhook_custom_jsonpath_settings) is distinct
              from (new.webhook_monitoring_service, new.webhook_custom_jsonpath_settings)));
      return null;
    end $$`.execute(db);
  await sql`
    alter table services add column count_warnings boolean not null default false`.execute(db);
  await sql`
    create trigger service_alerts_changed after update of monitoring, heartbeat,
      webhook_monitoring_service, webhook_custom_jsonpath_settings on services
    for each row execute function forget_alerts()`.execute(db);
}
