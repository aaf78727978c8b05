import { CONFIRMATION, HEAD, NOTIFICATION } from "#lib/pages/email-templates/samples.ts";
import { type FieldErrors, invalid } from "#lib/platform/errors/errors.ts";
import type { FieldError } from "#lib/platform/i18n/field-errors.ts";
import { type Failure, type Letter, type Letterhead, written } from "#lib/platform/mail/letter.ts";

type Tried = { templates: Letterhead["templates"]; letters: readonly Letter[] };

const TRIALS = {
  email_layout_template: (layout: string): Tried => ({
    templates: { layout, letter: null },
    letters: [CONFIRMATION, NOTIFICATION],
  }),
  email_confirmation_template: (letter: string): Tried => ({
    templates: { layout: null, letter },
    letters: [CONFIRMATION],
  }),
  email_notification_template: (letter: string): Tried => ({
    templates: { layout: null, letter },
    letters: [NOTIFICATION],
  }),
};

type TemplateField = keyof typeof TRIALS;
const TEMPLATE_FIELDS = Object.keys(TRIALS) as TemplateField[];

type Templates = { [F in TemplateField]?: string | null | undefined };

/** What is wrong with a template, as a form says it. */
export function errorOf({ line, problem }: Pick<Failure, "line" | "problem">): FieldError {
  return { code: "bad_template", values: { line: line ?? 0, problem } };
}

function errorIn(field: TemplateField, template: string): FieldError | null {
  const { templates, letters } = TRIALS[field](template);
  for (const letter of letters) {
    const failures: Failure[] = [];
    written({ ...HEAD, templates }, letter, (failure) => failures.push(failure));
    if (failures[0]) return errorOf(failures[0]);
  }
  return null;
}

/** What is wrong with templates of e-mail, by field; each is written once, with made-up facts. */
export function templateErrors(templates: Templates): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of TEMPLATE_FIELDS) {
    const template = templates[field];
    const error = template ? errorIn(field, template) : null;
    if (error) errors[field] = [error];
  }
  return errors;
}

/** @throws {AppError} `invalid` for templates that could not be used */
export function checkTemplates(templates: Templates): void {
  const errors = templateErrors(templates);
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
