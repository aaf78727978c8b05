// Parts of a record that its form does not change.
const APART = ["updated_at", "updates"];

const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function leavesOf(record: object, above = ""): [string, unknown][] {
  return Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
    const path = above + name;
    if (APART.includes(path)) return [];
    return isRecord(value) ? leavesOf(value, `${path}.`) : [[path, value]];
  });
}

/** FNV-1a, 32 bits. */
function markOf(value: unknown): string {
  let hash = 0x811c9dc5;
  for (const character of JSON.stringify(value ?? null))
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

const isWithin = (path: string, name: string) => path === name || path.startsWith(`${name}.`);

/**
 * Marks each field with a hash of its value, for the form to send back.
 * @param names of the fields that the form shows, if not all
 */
export function fieldMarks(record: object, names?: readonly string[]): string {
  const shown = leavesOf(record).filter(
    ([path]) => !names || names.some((name) => isWithin(path, name)),
  );
  const marks = shown.map(([path, value]): [string, string] => [path, markOf(value)]);
  return new URLSearchParams(marks).toString();
}

/** @returns outermost fields that changed since `fieldMarks` returned `seen` */
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
