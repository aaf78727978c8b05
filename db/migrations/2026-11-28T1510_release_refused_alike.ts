import { type Kysely, sql } from "kysely";

const CAUSE = sql`btrim(regexp_replace(quarantine_reason, '\\S*[0-9…@.]\\S*', '', 'g'))`;

const PERSON = [
  "(^|[^0-9.])5\\.(1\\.(1|3|6|10)|2\\.1)([^0-9.]|$)",
  "5\\.4\\.1 .*recipient address rejected: access denied",
  "(unknown|invalid|unrouteable|no such) (user|mailbox|recipient|address|person|account)",
  "(user|mailbox|recipient|address|person|account).{0,80}(unknown|not found|not exist|disabled|inactive)",
  "mailbox unavailable|doesn.t have an? \\S+ account|suppress|bounced address",
].join("|");
const US = [
  "sender( address)? (verif|rejected|denied|unknown|not)|(your|sending|smtp) account",
  "relay(ing)?( access)? (denied|not|prohibited)|to relay|helo|ehlo|authenticat",
  "(daily|hourly|sending|rate) .{0,20}(limit|quota)|blocked using|spamhaus|(black|block)list",
].join("|");
/** So many refused alike were refused by the server. */
const MANY = 5;

/**
 * Releases whom a mended server would have reached: mail addresses of which nothing says that they
 * are gone, and all whom the same words put into quarantine within one hour with four others. Tells nobody.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    with dead as (
      select status_page_id, id, type, quarantine_reason as reason,
        count(*) over (partition by status_page_id, type, ${CAUSE},
          date_trunc('hour', quarantined_at)) as alike
      from subscriptions
      where quarantine_kind = 'dead' and quarantined_until is not null
    )
    update subscriptions
    set quarantined_at = null, quarantined_until = null, quarantine_reason = null,
      quarantine_kind = null
    from dead
    where subscriptions.status_page_id = dead.status_page_id and subscriptions.id = dead.id
      and (dead.alike >= ${MANY} or dead.type = 'email'
        and (dead.reason is null or dead.reason !~* ${PERSON} or dead.reason ~* ${US}))`.execute(
    db,
  );
}
