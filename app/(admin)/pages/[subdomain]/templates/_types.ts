import type { Option } from "#app/_ui/admin/choice-fields.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { readTypes } from "#app/(admin)/pages/[subdomain]/incidents/_choices.ts";

/** The types that a template can be for, in words. */
export async function readTypeOptions(admin: Admin): Promise<Option[]> {
  const types = await readTypes(admin);
  return types.map(({ key, severity, name }) => ({
    value: key,
    label: name ?? admin.t(`public.type.${severity}`),
    kind: severity,
  }));
}
