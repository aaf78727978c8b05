/** The outcome of an attempt to send something; `reason` is for the log and names no one. */
export type Outcome =
  /** `channel`: by which it left, where that was not mail. */
  | { outcome: "delivered"; channel?: "webhook" | "social" }
  /** There was nobody to send it to, or nothing to say any more. */
  | { outcome: "needless" }
  | { outcome: "try_again"; reason: string }
  | { outcome: "never_again"; reason: string };
