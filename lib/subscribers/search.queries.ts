import { type RawBuilder, sql } from "kysely";
import type { Answer } from "#db/budget.ts";
import { countSome } from "#db/counts.ts";
import type { Db } from "#db/index.ts";
import { type Listed, readList, rowsFrom, type Slice } from "#db/keyset.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { openAddress, sealPart } from "#lib/subscribers/addresses.ts";
import { addressKey } from "#lib/subscribers/normal-addresses.ts";
import {
  ADDRESS,
  BY_ID,
  type ListFilter,
  SUBSCRIPTION_BYTES,
  type SubscriptionRow,
  subscriptions,
} from "#lib/subscribers/queries.ts";
import type { Search } from "#lib/subscribers/search.ts";

function contains(part: string): RawBuilder<boolean> {
  return sql<boolean>`strpos(lower(email), lower(${part})) > 0`;
}

/** Finds candidates by trigram index; the caller checks them again. */
function hasPieces(grant: PageGrant, part: string): RawBuilder<boolean> {
  return sql<boolean>`search_pieces(status_page_id, email) @> sought_pieces(${grant.status_page_id}, ${part})`;
}

const LOOKED_AT = 1_000;
const MANY = LOOKED_AT / 5;

type Part = { part: string; phone: RawBuilder<boolean> | null; filter: ListFilter };

async function findPart<Answered>(
  db: Db,
  grant: PageGrant,
  slice: Slice,
  { part, phone, filter }: Part,
  answer: Answer<SubscriptionRow, Answered>,
): Promise<Listed<Answered>> {
  const found = phone ? sql<boolean>`(${contains(part)} or ${phone})` : contains(part);
  const next = rowsFrom(subscriptions(db, grant, filter), BY_ID, slice, LOOKED_AT).as(
    "subscriptions",
  );
  const met = await db
    .selectFrom(next)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(found)
    .executeTakeFirstOrThrow();
  const indexed = hasPieces(grant, part);
  const byIndex = subscriptions(db, grant, filter)
    .where(phone ? sql<boolean>`(${indexed} or ${phone})` : indexed)
    .where(found);
  // Ordered, so that a plan cached for another page size cannot scan the whole table.
  const inOrder = subscriptions(db, grant, filter).orderBy("id").as("subscriptions");
  const rows = met.count > slice.limit ? db.selectFrom(next).selectAll().where(found) : byIndex;
  const counted = met.count > MANY ? db.selectFrom(inOrder).selectAll().where(found) : byIndex;
  const count = countSome(db, counted);
  return readList(db, rows, slice, { order: BY_ID, count, answer, bytes: SUBSCRIPTION_BYTES });
}

function isPhone({
  phone_number,
  country_dial_code,
  phones = [],
}: Search): RawBuilder<boolean> | null {
  const ways: RawBuilder<boolean>[] = phones.map(
    (phone) => sql`(type = 'sms' and ${ADDRESS} = ${addressKey({ type: "sms", ...phone })})`,
  );
  if (phone_number !== undefined) ways.push(sql`phone_number = ${sealPart(phone_number)}`);
  if (country_dial_code !== undefined) ways.push(sql`country_dial_code = ${country_dial_code}`);
  return ways.length > 0 ? sql<boolean>`(${sql.join(ways, sql` or `)})` : null;
}

export async function searchSubscriptionRows<Answered>(
  db: Db,
  grant: PageGrant,
  slice: Slice,
  { filter = {}, ...search }: Search & { filter?: ListFilter },
  answerTo: Answer<SubscriptionRow, Answered>,
): Promise<Listed<Answered>> {
  const answer = (rows: SubscriptionRow[]) => answerTo(rows.map(openAddress));
  const phone = isPhone(search);
  const { email_part: part } = search;
  if (part !== undefined) return findPart(db, grant, slice, { part, phone, filter }, answer);
  const query = subscriptions(db, grant, filter).where(phone ?? sql<boolean>`false`);
  const count = countSome(db, query);
  return readList(db, query, slice, { order: BY_ID, count, answer, bytes: SUBSCRIPTION_BYTES });
}
