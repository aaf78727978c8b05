import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- how often what calendars and feeds show of an incident has changed, and when last; without a
    -- row: never
    create table incident_revisions (
      status_page_id bigint not null,
      incident_id bigint not null,
      revision integer not null,
      revised_at timestamptz(0) not null,
      primary key (status_page_id, incident_id),
      foreign key (status_page_id, incident_id) references incidents (status_page_id, id)
        on delete cascade
    );

    -- what calendars still have of incidents that were deleted: nothing that anybody wrote.
    -- service_ids: the public ones that it concerned; none: the page as a whole
    create table deleted_incidents (
      status_page_id bigint not null references status_pages on delete cascade,
      incident_id bigint not null,
      severity text not null check (severity in ('major', 'minor', 'scheduled')),
      starts_at timestamptz(0) not null,
      ends_at timestamptz(0),
      service_ids bigint[] not null,
      revision integer not null,
      deleted_at timestamptz(0) not null,
      primary key (status_page_id, incident_id)
    );
    create index deleted_incidents_time
      on deleted_incidents (status_page_id, deleted_at desc, incident_id desc);

    -- until now calendars gave the number of updates, those included that were deleted later
    insert into incident_revisions (status_page_id, incident_id, revision, revised_at)
    select incident.status_page_id, incident.id,
      coalesce(posted.count, 0) + coalesce(deleted.count, 0),
      greatest(incident.updated_at, posted.updated_at)
    from incidents as incident
    left join (
      select status_page_id, incident_id, count(*) as count, max(updated_at) as updated_at
      from incident_updates group by status_page_id, incident_id
    ) as posted on posted.status_page_id = incident.status_page_id
      and posted.incident_id = incident.id
    left join (
      select status_page_id, (changes ->> 'incident_id')::bigint as incident_id, count(*) as count
      from audit_log where action = 'incident_update.delete'
      group by status_page_id, (changes ->> 'incident_id')::bigint
    ) as deleted on deleted.status_page_id = incident.status_page_id
      and deleted.incident_id = incident.id;

    -- the subdomain that is part of the ids in a page's feeds; null: the page's own, which has not
    -- changed since. Last, because readers of pages wait for it
    alter table status_pages add column feed_subdomain text;
  `.execute(db);
}
