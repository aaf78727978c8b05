/** The outcome of an attempt to send something; `reason` is for the log and names no one. */
export type Outcome =
  | { outcome: "delivered" }
  | { outcome: "try_again"; reason: string }
  | { outcome: "never_again"; reason: string };
