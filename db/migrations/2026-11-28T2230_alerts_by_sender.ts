import { type Kysely, sql } from "kysely";

/**
 * Who sent an alert, since two Alertmanagers may have the same ones, and which occurrence of it.
 * A verdict outlives a change of settings while an alert is open. Alerts that were open before
 * their table existed get a row where the address had one alert only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table service_alerts
      add column sender text default '' not null,
      add column occurrence text,
      drop constraint service_alerts_pkey,
      add primary key (status_page_id, service_id, source, key, sender)`.execute(db);
  await sql`
    create or replace function forget_verdict() returns trigger language plpgsql as $$
    declare
      oldest record;
    begin
      -- forget_alerts ran before: triggers of a row run by their names
      select source, reason, detail into oldest from service_alerts
      where status_page_id = new.status_page_id and service_id = new.id and is_open
      order by opened_at, id limit 1;
      if found then
        update service_monitors
        set source = oldest.source, reason = oldest.reason, detail = oldest.detail
        where status_page_id = new.status_page_id and service_id = new.id and is_up = false;
        return null;
      end if;
      update service_monitors set is_up = null, since = null, source = null, reason = null,
        detail = null
      where status_page_id = new.status_page_id and service_id = new.id and is_up is not null
        and (old.monitoring is distinct from new.monitoring
          or (source = 'check' and new.ping_url is null)
          or (source = 'heartbeat' and new.heartbeat is null)
          or (source = 'webhook' and new.webhook_monitoring_service
            is distinct from old.webhook_monitoring_service));
      return null;
    end $$`.execute(db);
  await sql`
    create or replace trigger service_monitoring_changed after update of monitoring, ping_url,
      heartbeat, webhook_monitoring_service, webhook_custom_jsonpath_settings on services
    for each row when (
      (old.monitoring, old.ping_url, old.heartbeat, old.webhook_monitoring_service,
        old.webhook_custom_jsonpath_settings)
      is distinct from (new.monitoring, new.ping_url, new.heartbeat,
        new.webhook_monitoring_service, new.webhook_custom_jsonpath_settings))
    execute function forget_verdict()`.execute(db);
  await sql`
    insert into service_alerts (status_page_id, service_id, source, key, reason, detail, is_open,
      opened_at, received_at)
    select s.status_page_id, s.id, m.source, '', m.reason, m.detail, true, m.since, m.since
    from service_monitors as m
    join services as s on s.status_page_id = m.status_page_id and s.id = m.service_id
    where m.is_up = false and m.since is not null and (
      (m.source = 'heartbeat' and s.heartbeat is not null)
      or (m.source = 'mail' and s.monitoring = '3rd_party')
      or (m.source = 'webhook' and s.monitoring = 'webhook'
        and s.webhook_monitoring_service = 'custom-jsonpath'
        and coalesce(s.webhook_custom_jsonpath_settings->>'identity', '') = ''))
      and not exists (select from service_alerts as a
        where a.status_page_id = s.status_page_id and a.service_id = s.id and a.is_open)`.execute(
    db,
  );
}
