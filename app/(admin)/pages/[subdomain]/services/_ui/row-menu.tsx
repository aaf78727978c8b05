"use client";
import {
  ArrowDown,
  ArrowUp,
  Ellipsis,
  IndentDecrease,
  IndentIncrease,
  Pencil,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { ConfirmByName } from "#app/_ui/admin/confirm-by-name.tsx";
import { Menu, MenuItem, MenuLine } from "#app/_ui/admin/menu.tsx";
import { deleteServiceAction } from "#app/(admin)/pages/[subdomain]/services/actions.ts";
import { type Handle, useMoves } from "./use-moves.ts";

const STEPS = [
  ["up", ArrowUp],
  ["down", ArrowDown],
  ["in", IndentIncrease],
  ["out", IndentDecrease],
] as const;

/** What can be done with one service. */
export function RowMenu(handle: Handle) {
  const { subdomain, id, name, moves } = handle;
  const t = useTranslations("admin_services");
  const move = useMoves(handle);
  const [isDeleting, setDeleting] = useState(false);
  const trigger = (
    <button type="button" className="icon-button" aria-label={t("actions_of", { name })}>
      <Ellipsis size={16} aria-hidden />
    </button>
  );
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem href={`/pages/${subdomain}/services/${id}`} icon={<Pencil size={16} />}>
          {t("edit")}
        </MenuItem>
        {STEPS.filter(([step]) => moves[step]).map(([step, Icon]) => (
          <MenuItem key={step} onChoose={() => move(step)} icon={<Icon size={16} />}>
            {t(`move.${step}`)}
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem onChoose={() => setDeleting(true)} icon={<Trash2 size={16} />} isDanger>
          {t("delete")}
        </MenuItem>
      </Menu>
      <ConfirmByName
        open={isDeleting}
        onOpenChange={setDeleting}
        title={t("delete_title")}
        text={t("delete_text")}
        name={name}
        action={deleteServiceAction}
        hidden={{ subdomain, service_id: id }}
        submit={t("delete")}
      />
    </>
  );
}
