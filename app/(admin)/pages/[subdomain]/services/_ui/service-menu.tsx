"use client";
import { ArrowDown, ArrowUp, IndentDecrease, IndentIncrease } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { RowMenu } from "#app/_ui/admin/row-menu.tsx";
import { deleteServiceAction } from "#app/(admin)/pages/[subdomain]/services/actions.ts";
import { type Handle, useMoves } from "./use-moves.ts";

const STEPS = [
  ["up", ArrowUp],
  ["down", ArrowDown],
  ["in", IndentIncrease],
  ["out", IndentDecrease],
] as const;

/** Actions of one service. */
export function ServiceMenu(handle: Handle) {
  const { subdomain, id, name, moves } = handle;
  const t = useTranslations("admin_services");
  const move = useMoves(handle);
  const possible = STEPS.filter(([step]) => moves[step]);
  return (
    <RowMenu
      label={t("actions_of", { name })}
      edit={{ label: t("edit"), href: `/pages/${subdomain}/services/${id}` }}
      moves={possible.map(([step, icon]) => ({
        label: t(`move.${step}`),
        icon,
        run: () => move(step),
      }))}
      remove={{
        label: t("delete"),
        title: t("delete_title"),
        text: t("delete_text"),
        name,
        action: deleteServiceAction,
        hidden: { subdomain, service_id: id },
      }}
    />
  );
}
