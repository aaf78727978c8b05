import type { ActionName } from "#lib/api/action-list.ts";
import { ACCOUNT } from "./account-samples.ts";
import { INCIDENTS, PLANNED, QUESTIONS, RECORDS } from "./page-samples.ts";
import type { Sample } from "./sample.ts";

/** One call of every action; an action without one does not compile. */
export const SAMPLES: Record<ActionName, Sample> = {
  ...ACCOUNT,
  ...INCIDENTS,
  ...PLANNED,
  ...RECORDS,
  ...QUESTIONS,
};
