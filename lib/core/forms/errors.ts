import { isUnavailable } from "#lib/core/request/context.ts";
import { AppError, type FieldErrors } from "#lib/platform/errors/errors.ts";
import type { FieldError } from "#lib/platform/i18n/field-errors.ts";
import { sentenceCase, type Translate } from "#lib/platform/i18n/translator.ts";
import { log } from "#lib/platform/log.ts";

type Refusal = { fields: Record<string, string>; message: string | null };

const AREAS = { operators: ["admin"], visitors: ["subscribe", "admin"] };
type Readers = keyof typeof AREAS;
const SAID = ["forbidden", "not_found", "moving", "moved"] as const;

function sentence({ code, values }: FieldError, t: Translate, readers: Readers): string {
  const keys = AREAS[readers].map((area) => `${area}.errors.${code}` as Parameters<Translate>[0]);
  const key = keys.find((candidate) => t.has(candidate));
  if (key) return t(key, values);
  return sentenceCase(t(`field_errors.${code}`, values), t);
}

function invalidFields({ base, ...fields }: FieldErrors, t: Translate, readers: Readers): Refusal {
  const say = (errors: FieldError[]) =>
    errors.map((error) => sentence(error, t, readers)).join(" ");
  const texts = Object.entries(fields).map(([path, errors]) => [path, say(errors)] as const);
  const summary = () =>
    readers === "visitors"
      ? t("subscribe.errors.marked")
      : t("admin.errors.summary", { count: texts.length });
  return { fields: Object.fromEntries(texts), message: base ? say(base) : summary() };
}

/** The user's text for any error; an error of the program gives only its request id. */
export function refusal(
  error: unknown,
  t: Translate,
  request_id: string,
  readers: Readers = "operators",
): Refusal {
  const whole = (message: string) => ({ fields: {}, message });
  const isVisitor = readers === "visitors";
  const isMoving = isVisitor && error instanceof AppError && error.code === "moving";
  if (isMoving || isUnavailable(error, request_id))
    return whole(t(`${isVisitor ? "subscribe" : "admin"}.errors.unavailable`));
  if (error instanceof AppError) {
    if (error.code === "invalid" || error.code === "rate_limited")
      return invalidFields(error.fields, t, readers);
    if (isVisitor) return whole(t("subscribe.errors.failed"));
    if (error.code === "unavailable") return whole(t("admin.errors.answers.busy"));
    if (error.code === "precondition_failed" || error.code === "conflict")
      return whole(t("admin_kit.conflict.title"));
    const code = SAID.find((one) => one === error.code);
    if (code) return whole(t(`admin.errors.${code}`));
  }
  log().error({ err: error, request_id }, "action failed");
  return whole(isVisitor ? t("subscribe.errors.failed") : t("admin.errors.failed", { request_id }));
}
