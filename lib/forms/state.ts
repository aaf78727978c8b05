/**
 * What a toast offers to take back: a new update by deleting it, a deleted one by restoring it.
 */
export type Undo = { action: "delete_update" | "restore_update"; fields: Record<string, string> };

export type Done = { text: string; undo?: Undo };

/** What a form shows after it was sent: texts in the user's language. */
export type FormState = {
  /** What is wrong, by field path. */
  fields: Record<string, string>;
  /** What is wrong with the whole. */
  message: string | null;
  done: Done | null;
  /** What was typed: where the form is rendered anew, without scripts, it is still there. */
  values: Record<string, string[]>;
};

export const EMPTY: FormState = { fields: {}, message: null, done: null, values: {} };
