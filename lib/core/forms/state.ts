/** A toast's undo is a verb of the server with its fields. */
export type Undo = {
  action:
    | "restore_update"
    | "withdraw_update"
    | "withdraw_incident"
    | "update_service"
    | "withdraw_services"
    | "move_service"
    | "move_services_back"
    | "move_metric"
    | "end_notice"
    | "quarantine_again";
  fields: Record<string, string>;
};

/** `shown`: can be copied only now. `link`: leads to the result. */
export type Done = {
  text: string;
  undo?: Undo;
  shown?: { label: string; value: string };
  link?: { label: string; href: string };
};

export type Conflict = {
  by: string | null;
  seconds_ago: number;
  /** Sent as `seen`, it overwrites the record. */
  seen: string;
};

/** The record that a form is about. */
export type Deletion = { by: string | null; seconds_ago: number };

export type FormState = {
  fields: Record<string, string>;
  message: string | null;
  done: Done | null;
  /** Restores what was typed where the form is rendered again without scripts. */
  values: Record<string, string[]>;
  conflict?: Conflict;
  deleted?: Deletion;
  /** After signing in again, the same form can be sent. */
  signed_out?: true;
};

export const EMPTY: FormState = { fields: {}, message: null, done: null, values: {} };

const BY_STATUS = {
  403: "refused",
  404: "gone",
  408: "slow",
  413: "too_large",
  429: "too_often",
  503: "busy",
} as const;

/** Next's message for a response that is neither an action's result nor our text. */
const UNEXPECTED = "An unexpected response was received from the server.";

/** A key below `admin.errors`. The message of our own refusals is their status. */
export function failureOf(error: unknown) {
  const { message = "", digest } = Object(error) as { message?: string; digest?: string };
  if (digest !== undefined) return "answers.failed";
  if (message === UNEXPECTED) return "answers.not_ours";
  if (!/^\d{3}$/.test(message)) return "unreachable";
  const status = Number(message) as keyof typeof BY_STATUS;
  return `answers.${BY_STATUS[status] ?? "failed"}` as const;
}
