"use client";
import { useTranslations } from "use-intl/react";
import { Picker } from "./picker.tsx";

/** A service in the order of the tree. */
export type ServiceChoice = {
  id: number;
  parent_id: number | null;
  name: string;
  depth: number;
  private: boolean;
};

type Props = {
  services: ServiceChoice[];
  chosen?: number[];
  name?: string;
  label?: string;
  hint?: string;
  /** Where the schema has them, if not under their name. */
  path?: string;
};

/** Services of a page, chosen in their tree. `idsIn` reads it. */
export function ServicePicker({
  services,
  chosen = [],
  name = "service_ids",
  label,
  hint,
  path,
}: Props) {
  const t = useTranslations("admin.compose");
  const join = useTranslations("joined");
  if (services.length === 0) return <p className="note">{t("services_missing")}</p>;
  const items = services.map(({ private: isPrivate, ...service }) => ({
    ...service,
    ...(isPrivate && { note: join("note", { name: "", note: t("private") }).trim() }),
  }));
  return (
    <Picker
      {...{ items, chosen, name, hint, path }}
      label={label ?? t("services")}
      texts={{
        search: t("services_search"),
        none: t("services_none"),
        count: (count) => t("services_chosen", { count }),
      }}
    />
  );
}
