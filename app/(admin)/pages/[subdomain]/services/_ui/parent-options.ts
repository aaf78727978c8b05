import type { Option } from "#app/_ui/admin/choice-fields.tsx";
import type { Parent } from "./service-form.tsx";

/** Services to choose one from: indented as in their tree, with the path to each. */
export function parentOptions(parents: Parent[]): Option[] {
  return parents.map(({ id, name, depth, path }) => ({
    value: String(id),
    label: `${"\u2003".repeat(depth)}${name}`,
    hint: path,
  }));
}
