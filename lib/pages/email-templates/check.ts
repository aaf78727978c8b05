import { type FieldErrors, invalid } from "#lib/platform/errors/errors.ts";
import type { FieldError } from "#lib/platform/i18n/field-errors.ts";
import {
  type Failure,
  type Letter,
  type Letterhead,
  renderLetter,
} from "#lib/platform/mail/letter.ts";
import { metadataVariable, placeholderVariable } from "#lib/platform/mail/liquid.ts";

const COLORS = {
  ground: "#ffffff",
  text: "#111111",
  muted: "#555555",
  line: "#dddddd",
  link: "#0b6c93",
  header: "#ffffff",
  header_text: "#111111",
};

const URL = "https://status.example/";
const TIME = "2026-11-20T14:02:00";
const SAID = "<p>We are looking into it.</p>";

/** Sample data for validating templates. */
const HEAD: Omit<Letterhead, "templates"> = {
  page: { name: "Acme", url: URL },
  lang: "en",
  dir: "ltr",
  light: COLORS,
  dark: COLORS,
  logo: null,
};

const COMMON = { subject: "Subject", paragraphs: ["A paragraph"], notes: ["A note"] };

const HEADING = "The heading";

const CONFIRMATION: Letter = {
  ...COMMON,
  heading: HEADING,
  button: { label: "Confirm", url: URL },
  variables: {
    subscriber: { email: placeholderVariable("email"), metadata: metadataVariable() },
    confirm_url: URL,
    what: "everything",
  },
};

const SERVICE = { name: "Checkout", state: "Down", severity: "major" };
const SHADE = { ground: "#ffffff", text: "#111111" };

const NOTIFICATION: Letter = {
  ...COMMON,
  heading: HEADING,
  news: {
    state: { label: "Investigating", light: SHADE, dark: SHADE },
    rows: [{ label: "Affected", value: "Checkout (Down)" }],
    said: { html: SAID, text: "We are looking into it." },
    links: [{ label: "Unsubscribe", url: URL }],
  },
  button: { label: "Read on", url: URL },
  variables: {
    incident: {
      title: "Payments fail",
      type: "Outage",
      kind: "incident",
      starts_at: TIME,
      ends_at: TIME,
      starts_at_text: TIME,
      ends_at_text: TIME,
      url: URL,
      services: Array.from({ length: 20 }, () => SERVICE),
    },
    update: {
      type: "Investigating",
      posted_at: TIME,
      posted_at_text: TIME,
      html: SAID,
      text: "We are looking into it.",
    },
    subscriber: { email: placeholderVariable("email"), metadata: metadataVariable() },
    manage_url: placeholderVariable("manage_url"),
    unsubscribe_url: placeholderVariable("unsubscribe_url"),
  },
};

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

export function errorOf({ line, problem }: Pick<Failure, "line" | "problem">): FieldError {
  return { code: "bad_template", values: { line: line ?? 0, problem } };
}

function errorIn(field: TemplateField, template: string): FieldError | null {
  const { templates, letters } = TRIALS[field](template);
  for (const letter of letters) {
    const failures: Failure[] = [];
    renderLetter({ ...HEAD, templates }, letter, (failure) => failures.push(failure));
    if (failures[0]) return errorOf(failures[0]);
  }
  return null;
}

/** Renders each template once with sample data. Errors by field. */
export function templateErrors(templates: Templates): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of TEMPLATE_FIELDS) {
    const template = templates[field];
    const error = template ? errorIn(field, template) : null;
    if (error) errors[field] = [error];
  }
  return errors;
}

/** @throws {AppError} `invalid` */
export function checkTemplates(templates: Templates): void {
  const errors = templateErrors(templates);
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
