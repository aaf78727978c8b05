/**
 * What a toast offers to take back, by a verb of the server: a new update by withdrawing it, a deleted
 * one by restoring it, a changed record by its fields as they were.
 */
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

/**
 * `shown`: something to copy now, since it is not shown again. `link`: where to look at what was
 * done.
 */
export type Done = {
  text: string;
  undo?: Undo;
  shown?: { label: string; value: string };
  link?: { label: string; href: string };
};

/** Somebody else changed the record after the form was opened. */
export type Conflict = {
  /** Who, where that is known. */
  by: string | null;
  seconds_ago: number;
  /** What the form sends as `seen` to overwrite it. */
  seen: string;
};

/** What a form shows after it was sent: texts in the user's language. */
export type FormState = {
  /** What is wrong, by field path. */
  fields: Record<string, string>;
  /** What is wrong with the whole. */
  message: string | null;
  done: Done | null;
  /** What was typed: where the form is rendered anew, without scripts, it is still there. */
  values: Record<string, string[]>;
  conflict?: Conflict;
  /** The session is over: signing in again lets the same form be sent. */
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

/** How Next calls an answer that is neither an action's result nor a text of ours. */
const UNEXPECTED = "An unexpected response was received from the server.";

/**
 * Why a server action returned nothing, by what its call threw in the browser: a key below
 * `admin.errors`. Of a refusal of ours (lib/server/supervisor/refuse.ts) the message is its status.
 */
export function failureOf(error: unknown) {
  const { message = "", digest } = Object(error) as { message?: string; digest?: string };
  if (digest !== undefined) return "answers.failed";
  if (message === UNEXPECTED) return "answers.not_ours";
  if (!/^\d{3}$/.test(message)) return "unreachable";
  const status = Number(message) as keyof typeof BY_STATUS;
  return `answers.${BY_STATUS[status] ?? "failed"}` as const;
}
