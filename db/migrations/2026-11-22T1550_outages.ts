import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- automation: who leads an incident that monitoring opened. detected: nobody has confirmed it;
    -- confirmed: somebody has, and monitoring still resolves it; null: people lead it
    alter table incidents
      add column automation text check (automation in ('detected', 'confirmed'));

    -- What monitoring found down at one time among the services of a group (lib/monitoring/automation):
    -- group_id: their parent, or the service itself; began_at: the first failure; publish_at: when it
    -- is published unless somebody dismisses it; drafted: the draft as we wrote it; over_at: since
    -- when all of its services are up again
    create table outages (
      status_page_id bigint not null references status_pages on delete cascade,
      id bigint generated always as identity,
      group_id bigint not null,
      state text not null check (state in ('waiting', 'published', 'dismissed', 'recovered')),
      began_at timestamptz(0) not null,
      publish_at timestamptz(0),
      incident_id bigint,
      draft_id bigint,
      drafted jsonb,
      over_at timestamptz(0),
      primary key (status_page_id, id),
      foreign key (status_page_id, incident_id) references incidents (status_page_id, id)
        on delete set null (incident_id),
      foreign key (status_page_id, draft_id) references incident_drafts (status_page_id, id)
        on delete set null (draft_id)
    );
    create index outages_current on outages (status_page_id, group_id) where over_at is null;
    create index outages_due on outages (publish_at)
      where state = 'waiting' and over_at is null and publish_at is not null;
    create index outages_incident on outages (status_page_id, incident_id)
      where incident_id is not null;
    create index outages_draft on outages (status_page_id, draft_id) where draft_id is not null;

    create table outage_services (
      status_page_id bigint not null,
      outage_id bigint not null,
      service_id bigint not null,
      down_at timestamptz(0) not null,
      up_at timestamptz(0),
      primary key (status_page_id, outage_id, service_id),
      foreign key (status_page_id, outage_id) references outages on delete cascade,
      foreign key (status_page_id, service_id) references services (status_page_id, id)
        on delete cascade
    );
    -- However often a job is done: a service that is down belongs to one outage.
    create unique index outage_services_down on outage_services (status_page_id, service_id)
      where up_at is null;

    -- Of which certificate the team was told how many days before its end
    create table certificate_notices (
      status_page_id bigint not null,
      service_id bigint not null,
      expires_at timestamptz(0) not null,
      days smallint not null,
      primary key (status_page_id, service_id, expires_at, days),
      foreign key (status_page_id, service_id) references services (status_page_id, id)
        on delete cascade
    );

    -- Of which trouble of the monitor itself the operators were told
    create table monitor_notices (
      kind text not null check (kind in ('network', 'stalled')),
      began_at timestamptz(0) not null,
      over_at timestamptz(0),
      primary key (kind, began_at)
    );
    create unique index monitor_notices_current on monitor_notices (kind) where over_at is null;
  `.execute(db);
}
