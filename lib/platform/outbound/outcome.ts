/** The outcome of an attempt to send something; `reason` is for the log and names no one. */
export type Outcome =
  /** `channel`: by which it left, where that was not mail. */
  | { outcome: "delivered"; channel?: "webhook" | "social" }
  /** There was nobody to send it to, or nothing to say any more. */
  | { outcome: "needless" }
  | {
      outcome: "try_again";
      reason: string;
      /** How long it was asked to wait at least. */
      after_s?: number;
      /** Why mail does not leave, whoever it is for, in a server's words; operators are told. */
      trouble?: string;
    }
  | { outcome: "never_again"; reason: string };
