import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import type { z } from "zod";
import type { Context } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import { refusal } from "#lib/forms/errors.ts";
import { valuesOf } from "#lib/forms/read.ts";
import { type Done, EMPTY, type FormState } from "#lib/forms/state.ts";
import { type Translate, translator } from "#lib/i18n/translator.ts";
import { currentUser, localeOf, userContext } from "#lib/sessions/session.ts";
import { parseInput } from "#lib/validation.ts";

/**
 * What a form does: `target` names the record by hidden fields, `read` turns the other fields into
 * what `input` – the API's own schema – understands.
 */
type Declaration<T extends z.ZodObject, I extends z.ZodType> = {
  target: T;
  input: I;
  read: (form: FormData) => unknown;
};

export type Call<T extends z.ZodObject, I extends z.ZodType> = {
  ctx: Context;
  target: z.output<T>;
  input: z.output<I>;
  t: Translate;
};

/** Said in a toast on the same screen, or by another screen. */
export type Outcome = Done | { go: string };

export type FormAction = (state: FormState, form: FormData) => Promise<FormState>;

function parseTarget<T extends z.ZodObject>(schema: T, form: FormData): z.output<T> {
  const parsed = schema.safeParse(Object.fromEntries(form));
  if (!parsed.success) throw notFound();
  return parsed.data;
}

async function attempt<T extends z.ZodObject, I extends z.ZodType>(
  { target, input, read }: Declaration<T, I>,
  run: (call: Call<T, I>) => Promise<Outcome>,
  form: FormData,
): Promise<Outcome | FormState> {
  let t = translator(await localeOf(null));
  let request_id = "";
  try {
    const user = await currentUser();
    if (!user) return { ...EMPTY, message: t("admin.errors.signed_out"), values: valuesOf(form) };
    t = translator(await localeOf(user));
    const ctx = userContext(user);
    request_id = ctx.request_id;
    return await run({
      ctx,
      target: parseTarget(target, form),
      input: parseInput(input, read(form)),
      t,
    });
  } catch (error) {
    return { ...EMPTY, ...refusal(error, t, request_id), values: valuesOf(form) };
  }
}

/**
 * A server action for a form: who acts, what was typed, one verb, and what the form then says. The
 * handler calls one function of lib.
 */
export function action<T extends z.ZodObject, I extends z.ZodType>(
  declaration: Declaration<T, I>,
  run: (call: Call<T, I>) => Promise<Outcome>,
): FormAction {
  return async (_state, form) => {
    const outcome = await attempt(declaration, run, form);
    if ("go" in outcome) redirect(outcome.go);
    if ("fields" in outcome) return outcome;
    refresh();
    return { ...EMPTY, done: outcome };
  };
}
