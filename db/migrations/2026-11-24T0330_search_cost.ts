import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- the words of a text, each once; of scripts that set no spaces between words, each letter. What is between two spaces is looked at once, however often it comes
    create or replace function words_of(value text) returns text[] language sql immutable strict parallel safe as $$
      with parts as (
        select string_agg(part, ' ') as together from (
          select part from string_to_table(
            regexp_replace(lower(left(value, 40000)), '([\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff])', ' \\1 ', 'g'), ' ') as part
          group by part
        ) as each_once
      )
      select coalesce(array_agg(distinct left(word, 100)), '{}')
      from parts, string_to_table(regexp_replace(together, '[^[:alnum:]]+', ' ', 'g'), ' ') as word
      where word <> ''
    $$;
    -- without them PostgreSQL, when it gathers what it knows of a table, splits the texts of 30,000 rows into words
    alter index incidents_words alter column 1 set statistics 0;
    alter index incident_updates_words alter column 1 set statistics 0;
    -- nor does it go by what it gathered before
    do $$
      begin
        if current_setting('server_version_num')::integer >= 180000 then
          perform pg_clear_attribute_stats(current_schema::text, name, 'search_words', false)
            from unnest(array['incidents_words', 'incident_updates_words']) as name;
        end if;
      end
    $$;
  `.execute(db);
}
