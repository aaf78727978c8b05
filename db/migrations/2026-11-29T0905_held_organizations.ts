import { type Kysely, sql } from "kysely";

/** The few that workers leave alone. */
export const indexes = {
  organizations_held: sql`
    create index concurrently organizations_held on organizations (id)
    where moving_at is not null or moved_to is not null or arriving_at is not null`,
};

/**
 * Whatever sets the columns of a move tells all processes, so that none goes by what it remembers.
 * Copies of the pages are dropped where they now lead elsewhere, or are here again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function announce_move() returns trigger language plpgsql as $$
    begin
      perform pg_notify('access_changed', 'organization:' || new.id);
      if (new.moved_to, new.arriving_at) is distinct from (old.moved_to, old.arriving_at) then
        update status_pages set withdrawn_at = date_trunc('second', now())
          where organization_id = new.id;
        perform pg_notify('page_withdrawn', id || ':page:access:') from status_pages
          where organization_id = new.id;
        insert into edge_purges (status_page_id, hard) select id, true from status_pages
          where organization_id = new.id;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger announce_move after update of moving_at, moved_to, arriving_at on organizations
    for each row when ((new.moving_at, new.moved_to, new.arriving_at)
      is distinct from (old.moving_at, old.moved_to, old.arriving_at))
    execute function announce_move()`.execute(db);
}
