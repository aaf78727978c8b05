import { MAX_NAME, matching } from "#lib/core/fields/text.ts";
import { flag } from "#lib/core/fields/value.ts";

export const RECURRENCE = {
  description:
    "The recurrence rule (RFC 5545) of the series that a maintenance belongs to, null: none. Setting it begins or changes the series from this maintenance on, null ends it after this one; the next maintenances are created ahead as incidents of their own",
  examples: ["FREQ=WEEKLY;BYDAY=SU"],
  "x-extension": true,
};

/** Canonical form: upper case, without the optional `RRULE:`. */
export function parseRule(given: string): string {
  return given.toUpperCase().replace(/^RRULE:/, "");
}

/** `""` means not given; null ends the series. */
export function recurrence() {
  return matching(MAX_NAME, "(?:RRULE:)?[A-Za-z]+=[A-Za-z0-9=;,+\\-]+", "bad_recurrence")
    .nullish()
    .transform((rule) => {
      if (rule === "") return undefined;
      return rule ? parseRule(rule) : rule;
    })
    .meta(RECURRENCE);
}

export const applyToFollowing = () =>
  flag().meta({
    description:
      "Whether the maintenances of the series that come after this one change like it. Each keeps its id and what it has of its own: moved ones their times, deleted ones stay deleted",
    "x-extension": true,
  });
