import { toWire } from "#lib/platform/clock.ts";

/** The form that an action was called with; a script may have sent anything else in its place. */
export function formIn(sent: unknown): FormData {
  return sent instanceof FormData ? sent : new FormData();
}

/** A text as typed; browsers send line ends as CRLF. NUL, which nobody types, is left out. */
export function textIn(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  return typeof value === "string" ? value.replace(/\r\n?/g, "\n").replaceAll("\0", "") : undefined;
}

export function numbersIn(form: FormData, name: string): number[] {
  return form.getAll(name).map(Number);
}

/**
 * The moment of a `datetime-local` field, which means the form's `time_zone`, as a wire time. What
 * is no time comes back as typed, for the schema to refuse; an hour that a clock change skips is
 * the one after it.
 */
export function momentIn(form: FormData, name: string): string | undefined {
  const local = textIn(form, name);
  if (!local) return undefined;
  try {
    const time = Temporal.PlainDateTime.from(local).toZonedDateTime(
      textIn(form, "time_zone") ?? "UTC",
    );
    return toWire(time.toInstant());
  } catch {
    return local;
  }
}

type Reader = (form: FormData, name: string) => unknown;

/** A number; what is none comes back as typed, for the schema to refuse. */
export function numberIn(form: FormData, name: string): unknown {
  const typed = textIn(form, name)?.trim();
  return typed && !Number.isNaN(Number(typed)) ? Number(typed) : typed || null;
}

/** A colour as the API has it: `ColourField` shows it as `#0a5aa8`. */
export function colorIn(form: FormData, name: string): string | undefined {
  return textIn(form, name)?.trim().replace(/^#/, "");
}

/** A switch, whose form field says `false` before it says `true`. */
export function flagIn(form: FormData, name: string): boolean {
  return form.getAll(name).at(-1) === "true";
}

/** The texts of a list, without those left empty. */
export function listIn(form: FormData, name: string): string[] {
  return form
    .getAll(name)
    .filter((value) => typeof value === "string" && value.trim() !== "") as string[];
}

/** Ids that were chosen, of a field that also says it is there by an empty value. */
export function idsIn(form: FormData, name: string): number[] {
  return listIn(form, name).map(Number);
}

/** Names with a value each, as `PairsField` sends them, without those left empty. */
export function pairsIn(form: FormData, name: string): { key: string; value: string }[] {
  const values = form.getAll(`${name}.value`).map(String);
  return form
    .getAll(`${name}.key`)
    .map((key, index) => ({ key: String(key), value: values[index] ?? "" }))
    .filter(({ key, value }) => key !== "" || value !== "");
}

/** A secret, which stays as it is unless something is typed, or its removal asked for. */
export function secretIn(form: FormData, name: string): string | null | undefined {
  if (form.has(`${name}.remove`)) return null;
  return textIn(form, name) || undefined;
}

function put(record: Record<string, unknown>, [key = "", ...path]: string[], value: unknown): void {
  if (path.length === 0) record[key] = value;
  else {
    record[key] ??= {};
    put(record[key] as Record<string, unknown>, path, value);
  }
}

/**
 * The fields that a form has, each read as what it is; one that the form does not have is not
 * given. A name with dots (`options.method`) is a field of an inner object.
 */
export function fieldsIn(form: FormData, readers: Record<string, Reader>): object {
  const record: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(readers)) {
    if (!form.has(name)) continue;
    const value = read(form, name);
    if (value !== undefined) put(record, name.split("."), value);
  }
  return record;
}

const PROOF = /password|^code$/;

/** What was typed, field by field; never a password, a code, nor a secret. */
export function valuesOf(form: FormData): Record<string, string[]> {
  const values: Record<string, string[]> = {};
  const isSecret = (name: string) => PROOF.test(name) || form.has(`${name}.secret`);
  for (const [name, value] of form) {
    if (typeof value === "string" && !isSecret(name) && !name.startsWith("$"))
      values[name] = [...(values[name] ?? []), value];
  }
  return values;
}

/**
 * Texts in other languages, of fields called `translations.de.title`; what is left empty is not
 * translated. Undefined: the form has no such fields.
 */
export function translationsIn(
  form: FormData,
  base = "translations",
): Record<string, Record<string, string>> | undefined {
  const names = [...form.keys()].filter((name) => name.startsWith(`${base}.`));
  if (names.length === 0) return undefined;
  const texts: Record<string, Record<string, string>> = {};
  for (const name of names) {
    const [language = "", field = ""] = name.slice(base.length + 1).split(".");
    const text = textIn(form, name)?.trim();
    if (text) texts[language] = { ...texts[language], [field]: text };
  }
  return texts;
}
