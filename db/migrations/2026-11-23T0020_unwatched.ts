import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Nothing is known of a service that is watched in another way, or not at all; of what has lost
    -- the only thing that could say otherwise, neither
    create or replace function forget_verdict() returns trigger language plpgsql as $$
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
    drop trigger service_monitoring_changed on services;
    create trigger service_monitoring_changed
      after update of monitoring, ping_url, heartbeat, webhook_monitoring_service on services
      for each row when (
        (old.monitoring, old.ping_url, old.heartbeat, old.webhook_monitoring_service)
        is distinct from
        (new.monitoring, new.ping_url, new.heartbeat, new.webhook_monitoring_service)
      ) execute function forget_verdict();

    -- Those whose address or heartbeat is gone already
    update service_monitors as m set is_up = null, since = null, source = null, reason = null,
      detail = null
    from services as s
    where s.status_page_id = m.status_page_id and s.id = m.service_id and m.is_up is not null
      and ((m.source = 'check' and s.ping_url is null)
        or (m.source = 'heartbeat' and s.heartbeat is null));
  `.execute(db);
}
