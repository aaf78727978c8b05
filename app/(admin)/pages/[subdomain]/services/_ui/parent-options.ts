import type { Option } from "#app/_ui/admin/choice-fields.tsx";

export type Parent = { id: number; name: string; depth: number; path: string };

/** Services to choose one from: indented as in their tree, with the path to each. */
export function parentOptions(parents: Parent[]): Option[] {
  return parents.map(({ id, name, depth, path }) => ({
    value: String(id),
    label: `${"\u2003".repeat(depth)}${name}`,
    hint: path,
  }));
}
