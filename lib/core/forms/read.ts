import { momentsOf } from "#lib/core/forms/local-time.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

/** A script may send something other than a form. */
export function formIn(sent: unknown): FormData {
  return sent instanceof FormData ? sent : new FormData();
}

/** Browsers send line ends as CRLF; NUL is dropped. */
export function textIn(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  return typeof value === "string" ? value.replace(/\r\n?/g, "\n").replaceAll("\0", "") : undefined;
}

// Come along with copied text, and stand in no address. Joiners do stand in some host names.
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const WRAPPED = /^<(.*)>$/s;

/** A pasted URL, e-mail address or number, without what was copied with it. */
export function addressIn(form: FormData, name: string): string | undefined {
  const address = textIn(form, name)?.replaceAll(UNSEEN, "").trim();
  return address?.replace(WRAPPED, "$1").replace(/^mailto:/i, "");
}

function hostOf(address: string): string {
  const [host = ""] = address.replace(/^[a-z][a-z\d+.-]*:\/\//i, "").split(/[/?#]/);
  return host.replace(/\.$/, "");
}

/** A host name, perhaps pasted as a web address. */
export function hostIn(form: FormData, name: string): string | undefined {
  const address = addressIn(form, name);
  return address && hostOf(address);
}

/** Domains of e-mail addresses, one a line, perhaps as `@example.com`. */
export function domainsIn(form: FormData, name: string): string | undefined {
  const lines = addressIn(form, name)?.split("\n");
  return lines?.map((line) => hostOf(line.trim().replace(/^@/, ""))).join("\n");
}

export function numbersIn(form: FormData, name: string): number[] {
  return form.getAll(name).map(Number);
}

/**
 * Reads a `datetime-local` field in the form's `time_zone`. The schema refuses what is no time. Of
 * an hour that comes twice, `<name>.hour` says which one, or `<name>.shown` when it is unchanged.
 * @throws {AppError} `invalid`, at `<name>.typed`, for an hour that is skipped or comes twice
 */
export function momentIn(form: FormData, name: string): string | undefined {
  const local = textIn(form, name);
  if (!local) return undefined;
  const zone = textIn(form, "time_zone") ?? "UTC";
  const moments = momentsOf(local, zone);
  if (moments?.length === 1 || !moments) return moments?.[0] ?? local;
  const [shown, moment = ""] = textIn(form, `${name}.shown`)?.split(" ") ?? [];
  const wanted = textIn(form, `${name}.hour`) || (local === shown ? moment : "");
  if (moments.includes(wanted)) return wanted;
  const code = moments.length === 0 ? "skipped_hour" : "repeated_hour";
  throw invalid({ [`${name}.typed`]: [{ code, values: { zone } }] });
}

/** The last second of a day in UTC. Invalid text is returned for the schema to refuse. */
export function dayEndIn(form: FormData, name: string): string | undefined {
  const day = textIn(form, name);
  return day ? `${day}T23:59:59` : undefined;
}

type Reader = (form: FormData, name: string) => unknown;

/** Invalid text is returned for the schema to refuse. */
export function numberIn(form: FormData, name: string): unknown {
  const typed = textIn(form, name)?.trim();
  return typed && !Number.isNaN(Number(typed)) ? Number(typed) : typed || null;
}

/** `ColourField` shows a leading `#`. */
export function colorIn(form: FormData, name: string): string | undefined {
  return textIn(form, name)?.trim().replace(/^#/, "");
}

/** A switch sends `false` before `true`. */
export function flagIn(form: FormData, name: string): boolean {
  return form.getAll(name).at(-1) === "true";
}

export function listIn(form: FormData, name: string): string[] {
  return form
    .getAll(name)
    .filter((value) => typeof value === "string" && value.trim() !== "") as string[];
}

/** An empty value says that the field exists. */
export function idsIn(form: FormData, name: string): number[] {
  return listIn(form, name).map(Number);
}

export function pairsIn(form: FormData, name: string): { key: string; value: string }[] {
  const values = form.getAll(`${name}.value`).map(String);
  return form
    .getAll(`${name}.key`)
    .map((key, index) => ({ key: String(key), value: values[index] ?? "" }))
    .filter(({ key, value }) => key !== "" || value !== "");
}

/** Undefined: unchanged; null: removed. */
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

/** Skips fields that the form lacks. Dots name inner fields: `options.method`. */
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

/** Leaves out passwords, codes and secrets. */
export function valuesOf(form: FormData): Record<string, string[]> {
  const values: Record<string, string[]> = {};
  const isSecret = (name: string) => PROOF.test(name) || form.has(`${name}.secret`);
  for (const [name, value] of form) {
    if (typeof value === "string" && !isSecret(name) && !name.startsWith("$"))
      values[name] = [...(values[name] ?? []), value];
  }
  return values;
}

/** Reads fields such as `translations.de.title`. @returns undefined when the form has none */
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
