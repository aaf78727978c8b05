import { type Cells, headerName } from "#lib/subscribers/import/fields.ts";
import { Refused } from "#lib/subscribers/import/refused.ts";

const ACTIVE = "subscribed active enabled confirmed verified true yes ja oui 1 aktiv";
const PENDING = "unconfirmed pending unverified false no nein non 0 optin";
const ENDED =
  "unsubscribed disabled blocklisted blacklisted cleaned bounced complained quarantined inactive archived suspended opted_out optout spam invalid deleted";

const STATES = [
  ["active", ACTIVE],
  ["pending", PENDING],
  ["ended", ENDED],
] as const;

// Shorter words stand in columns of any kind.
const LONG = 6;

export function isStanding(cell: string): boolean {
  const word = headerName(cell);
  return word.length >= LONG && STATES.some(([, words]) => words.split(" ").includes(word));
}

const NOT_ENDED = ["false", "no", "0", "n", "nein", "non"];

const wordsIn = (cell: string) => cell.split(";").filter(Boolean).map(headerName);

/**
 * How a subscriber stood with another product, at worst.
 * @throws {Refused} where its word is unknown
 */
export function standingIn({ status = "", quarantined_at = "" }: Cells) {
  if (wordsIn(quarantined_at).some((word) => !NOT_ENDED.includes(word))) return "ended";
  const found = wordsIn(status).map((word) => {
    const state = STATES.find(([, words]) => words.split(" ").includes(word));
    if (!state) throw new Refused("status", { code: "unknown" });
    return state[0];
  });
  return (["ended", "pending"] as const).find((state) => found.includes(state)) ?? "active";
}
