import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import {
  type Incident,
  type Maintenance,
  momentIn,
  type Update,
} from "#lib/site/statuspage-json/shapes.ts";

/** Statuspage's own default texts: English in every language, like the words of its status. */
const BODY: Record<Update["status"], string> = {
  investigating: "We are currently investigating this issue.",
  identified: "The issue has been identified and a fix is being implemented.",
  monitoring: "A fix has been implemented and we are monitoring the results.",
  resolved: "This incident has been resolved.",
  scheduled: "We will be undergoing scheduled maintenance during this time.",
  in_progress:
    "Scheduled maintenance is currently in progress. We will provide updates as necessary.",
  verifying: "Verification is currently underway for the maintenance items.",
  completed: "The scheduled maintenance has been completed.",
};

/** An update that says the state of a record without a text: clients read the first one unasked. */
export function stateUpdate(
  { id, status, created_at, updated_at }: Incident | Maintenance,
  { starts_at, inserted_at }: Pick<PublicIncident, "starts_at" | "inserted_at">,
  zone: string,
): Update {
  return {
    id: `${id}-state`,
    status,
    body: BODY[status],
    incident_id: id,
    created_at,
    updated_at,
    display_at: momentIn(zone, starts_at < inserted_at ? starts_at : inserted_at),
    affected_components: null,
    deliver_notifications: false,
    custom_tweet: null,
    tweet_id: null,
  };
}
