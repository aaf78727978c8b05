import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- the words of a text, each once; of scripts that set no spaces between words, each letter
    create function words_of(value text) returns text[] language sql immutable strict parallel safe as $$
      select coalesce(array_agg(distinct left(word, 100)), '{}')
      from string_to_table(regexp_replace(
        regexp_replace(lower(left(value, 40000)), '([\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff])', ' \\1 ', 'g'),
        '[^[:alnum:]]+', ' ', 'g'), ' ') as word
      where word <> ''
    $$;
    -- the same with the page, because an index on tenant data begins with it; costly enough that the planner asks the index
    create function search_words(page bigint, value text) returns tsvector language sql immutable strict parallel safe cost 10000
      return (select coalesce(array_to_tsvector(array_agg(page || ' ' || word)), '') from unnest(words_of(value)) as word);
    create index incidents_words on incidents using gin (search_words(status_page_id, title)) with (fastupdate = off);
    create index incident_updates_words on incident_updates using gin (search_words(status_page_id, description)) with (fastupdate = off);
  `.execute(db);
}
