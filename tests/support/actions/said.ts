import { translator } from "#lib/platform/i18n/translator.ts";
import { type Answer, isState } from "./call.ts";

const t = translator("en");
const SAID = {
  signed_out: t("admin.errors.signed_out"),
  not_found: t("admin.errors.not_found"),
  forbidden: t("admin.errors.forbidden"),
};
/** What a caller gets to know, in a word. */
export function said({ status, go, value }: Answer, isQuestion: boolean): string {
  if (go !== null) return "done";
  if (isQuestion) return value === null ? "nothing" : "done";
  if (typeof value === "string") return `refused: ${value}`;
  if (!isState(value)) return `answer ${status}`;
  if (value.done) return "done";
  const known = Object.entries(SAID).find(([, message]) => message === value.message)?.[0];
  return known ?? `refused: ${value.message} ${JSON.stringify(value.fields)}`;
}
