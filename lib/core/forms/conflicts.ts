// What belongs to a record and is not changed by its form.
const APART = ["updated_at", "updates"];

const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields of a record by dotted path; a list is one value. */
function leavesOf(record: object, above = ""): [string, unknown][] {
  return Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
    const path = above + name;
    if (APART.includes(path)) return [];
    return isRecord(value) ? leavesOf(value, `${path}.`) : [[path, value]];
  });
}

/** A short mark of a value: FNV-1a, in 32 bits. */
function markOf(value: unknown): string {
  let hash = 0x811c9dc5;
  for (const character of JSON.stringify(value ?? null))
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

const isWithin = (path: string, name: string) => path === name || path.startsWith(`${name}.`);

/**
 * What a form has seen of its record: its fields, each with a mark of its value.
 * @param names of the fields that the form shows, if not all
 */
export function fieldMarks(record: object, names?: readonly string[]): string {
  const shown = leavesOf(record).filter(
    ([path]) => !names || names.some((name) => isWithin(path, name)),
  );
  const marks = shown.map(([path, value]): [string, string] => [path, markOf(value)]);
  return new URLSearchParams(marks).toString();
}

/**
 * The fields, by their outermost names, that a form would overwrite although it has not seen their
 * present values.
 * @param seen what `fieldMarks` returned when the form was rendered
 * @param given what the form now says
 */
export function conflictingFields(record: object, seen: string, given: object): string[] {
  const marks = new URLSearchParams(seen);
  const known = new Set([...marks.keys()].map((path) => path.split(".")[0]));
  const now = new Map(leavesOf(record));
  const changed = leavesOf(given).filter(([path]) => {
    if (!known.has(path.split(".")[0])) return false;
    return (marks.get(path) ?? markOf(null)) !== markOf(now.get(path));
  });
  return [...new Set(changed.map(([path]) => path.split(".")[0] ?? path))];
}
