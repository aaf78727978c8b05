import { toWire } from "#lib/clock.ts";

/** A text as typed; browsers send line ends as CRLF. */
export function textIn(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  return typeof value === "string" ? value.replace(/\r\n?/g, "\n") : undefined;
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

/** What was typed, field by field; never a password. */
export function valuesOf(form: FormData): Record<string, string[]> {
  const values: Record<string, string[]> = {};
  for (const [name, value] of form) {
    if (typeof value === "string" && name !== "password" && !name.startsWith("$"))
      values[name] = [...(values[name] ?? []), value];
  }
  return values;
}
