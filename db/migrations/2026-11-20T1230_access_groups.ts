import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table access_groups (
      id bigint generated always as identity primary key,
      status_page_id bigint not null references status_pages on delete cascade,
      name text not null,
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      updated_at timestamptz(0) not null default date_trunc('second', now()),
      unique (status_page_id, id)
    );

    create table access_group_services (
      status_page_id bigint not null,
      access_group_id bigint not null,
      service_id bigint not null,
      place integer not null default 0,
      primary key (status_page_id, access_group_id, service_id),
      foreign key (status_page_id, access_group_id) references access_groups (status_page_id, id) on delete cascade,
      foreign key (status_page_id, service_id) references services (status_page_id, id) on delete cascade
    );
    create index access_group_services_service on access_group_services (status_page_id, service_id);

    create table access_group_memberships (
      status_page_id bigint not null,
      access_group_id bigint not null,
      membership_id bigint not null references memberships on delete cascade,
      place integer not null default 0,
      primary key (status_page_id, access_group_id, membership_id),
      foreign key (status_page_id, access_group_id) references access_groups (status_page_id, id) on delete cascade
    );
    create index access_group_memberships_membership on access_group_memberships (membership_id, status_page_id);
  `.execute(db);
}
