"use client";
import { useTranslations } from "use-intl/react";
import { ChecksField } from "#app/_ui/admin/checks-field.tsx";
import type { Option } from "#app/_ui/admin/choice-fields.tsx";

type Props = { groups: Option[]; chosen?: readonly number[] };

/** To which groups something is addressed; where there is none, there is no field. */
export function GroupsField({ groups, chosen = [] }: Props) {
  const t = useTranslations("admin.compose");
  // Without one that is gone, it would be addressed to everybody.
  const gone = chosen.filter((id) => !groups.some(({ value }) => value === String(id)));
  const options = [...groups, ...gone.map((id) => ({ value: String(id), label: `#${id}` }))];
  if (options.length === 0) return null;
  return (
    <ChecksField
      name="subscription_group_ids"
      label={t("groups")}
      hint={t("groups_hint")}
      options={options}
      chosen={chosen.map(String)}
      columns={2}
    />
  );
}
