import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { ACTIONS, type ActionName, type TargetOf } from "#lib/api/action-list.ts";
import { findDeletion } from "#lib/api/deletions.ts";
import { conflictIn, guarded, type RecordOf } from "#lib/api/form-conflicts.ts";
import { authorizeOperation } from "#lib/core/access/authorize.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { refusal } from "#lib/core/forms/errors.ts";
import { formIn, numbersIn, valuesOf } from "#lib/core/forms/read.ts";
import { type Done, EMPTY, type FormState, type Undo } from "#lib/core/forms/state.ts";
import type { Context } from "#lib/core/request/context.ts";
import { currentSession, localeOf, sessionContextOf } from "#lib/identity/sessions/session.ts";
import { AppError, notFound } from "#lib/platform/errors/errors.ts";
import { type Translate, translator } from "#lib/platform/i18n/translator.ts";

/**
 * A form's action: `read` turns its fields into `input`, the API's own schema. With `record` a
 * change is refused when somebody else changed the same fields since the form was shown; the form
 * carries that state as `seen`.
 */
type Declaration<N extends ActionName, I extends z.ZodType> = {
  input: I;
  read: (form: FormData) => unknown;
  record?: RecordOf<TargetOf<N>>;
};

/** For actions that take only their target. */
export const NO_INPUT = { input: z.object({}), read: () => ({}) };

type Call<N extends ActionName, I extends z.ZodType> = {
  ctx: Context;
  target: TargetOf<N>;
  input: z.output<I>;
  t: Translate;
};

/** A toast on the same screen, or another screen. */
type Outcome = Done | { go: string };

export type FormAction = (state: FormState, form: FormData) => Promise<FormState>;

type Attempt = { ctx: Context; t: Translate };

async function begin(): Promise<Attempt | null> {
  const session = await currentSession();
  if (!session) return null;
  return { ctx: sessionContextOf(session), t: translator(await localeOf(session.user)) };
}

/** Authorizes the target before anything else that was sent is looked at. */
async function open<N extends ActionName>(name: N, ctx: Context, sent: unknown) {
  const { access, target: schema } = ACTIONS[name];
  const parsed = schema.safeParse(sent);
  if (!parsed.success) throw notFound();
  if (access !== "signed_in" && access !== "anybody")
    await authorizeOperation(ctx, access, parsed.data);
  return parsed.data as TargetOf<N>;
}

/** Tells nothing to somebody who may not read the page. */
async function deletionOf(name: ActionName, ctx: Context, form: FormData) {
  const target = ACTIONS[name].target.safeParse(Object.fromEntries(form));
  return target.success ? findDeletion(ctx, target.data).catch(() => null) : null;
}

async function attempt<N extends ActionName, I extends z.ZodType>(
  name: N,
  { input, read, record }: Declaration<N, I>,
  run: (call: Call<N, I>) => Promise<Outcome>,
  form: FormData,
): Promise<Outcome | FormState> {
  let t = translator(await localeOf(null));
  let ctx: Context | null = null;
  try {
    const session = await begin();
    if (!session) {
      const message = t("admin.errors.signed_out");
      return { ...EMPTY, message, values: valuesOf(form), signed_out: true };
    }
    t = session.t;
    ctx = session.ctx;
    const target = await open(name, ctx, Object.fromEntries(form));
    const values = parseInput(input, read(form));
    if (record)
      ctx = guarded(ctx, target, record, { seen: form.get("seen"), values: Object(values) });
    return await run({ ctx, target, input: values, t });
  } catch (error) {
    const state = { ...EMPTY, ...refusal(error, t, ctx?.request_id ?? ""), values: valuesOf(form) };
    const conflict = conflictIn(error);
    if (conflict) return { ...state, conflict };
    const isGone = error instanceof AppError && error.code === "not_found";
    const deleted = ctx && isGone ? await deletionOf(name, ctx, form) : null;
    return deleted ? { ...state, deleted } : state;
  }
}

/**
 * A server action for a form: resolves the user, parses the form, calls one verb, answers.
 * lib/api/action-list.ts declares the target and permission under `name`.
 */
export function action<N extends ActionName, I extends z.ZodType>(
  name: N,
  declaration: Declaration<N, I>,
  run: (call: Call<N, I>) => Promise<Outcome>,
): FormAction {
  return async (_state, sent) => {
    const outcome = await attempt(name, declaration, run, formIn(sent));
    if ("go" in outcome) redirect(outcome.go);
    if ("fields" in outcome) return outcome;
    refresh();
    return { ...EMPTY, done: outcome };
  };
}

export const MAX_AT_ONCE = 500;

type Bulk<N extends ActionName, I extends z.ZodType, R> = Declaration<N, I> & {
  done?: (t: Translate, count: number) => string;
  undo?: (target: TargetOf<N>, results: R[]) => Undo;
};

/**
 * A server action for selected rows: runs the verb per id of the field `ids`, each in its own
 * transaction. Refusals are reported, the rest is done.
 */
export function bulkAction<N extends ActionName, I extends z.ZodType, R = void>(
  name: N,
  { done = (t, count) => t("admin_kit.bulk.done", { count }), undo, ...declaration }: Bulk<N, I, R>,
  run: (call: Call<N, I>, id: number) => Promise<R | undefined>,
): FormAction {
  return async (_state, form) => {
    const ids = [...new Set(numbersIn(formIn(form), "ids"))].slice(0, MAX_AT_ONCE);
    const each = async (call: Call<N, I>): Promise<Outcome> => {
      const refused: unknown[] = [];
      const results: R[] = [];
      for (const id of ids) {
        try {
          // Only a script sends impossible ids.
          if (!Number.isSafeInteger(id) || id < 1) throw notFound();
          const result = await run(call, id);
          if (result !== undefined) results.push(result);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          refused.push(error);
        }
      }
      const { t, ctx, target } = call;
      const text = done(t, ids.length - refused.length);
      const taken = undo && results.length > 0 ? { undo: undo(target, results) } : {};
      if (refused.length === 0) return { text, ...taken };
      const { message, fields } = refusal(refused[0], t, ctx.request_id);
      const why = Object.values(fields)[0] ?? message ?? "";
      const also = t("admin_kit.bulk.refused", { count: refused.length, why });
      return { text: `${text} ${also}`, ...taken };
    };
    return action(name, declaration as Declaration<N, I>, each)(_state, form);
  };
}

/**
 * A server action for a script, such as a preview or search. null: not signed in, or not allowed.
 */
export function question<N extends ActionName, I extends z.ZodType, R>(
  name: N,
  input: I,
  run: (call: Call<N, I>) => Promise<R>,
): (target: unknown, sent: z.input<I>) => Promise<R | null> {
  return async (target, sent) => {
    const session = await begin();
    if (!session) return null;
    try {
      const { ctx, t } = session;
      const opened = await open(name, ctx, target);
      return await run({ ctx, target: opened, input: parseInput(input, sent), t });
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  };
}
