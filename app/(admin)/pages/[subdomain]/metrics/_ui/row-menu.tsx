"use client";
import { ArrowDown, ArrowUp, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useState, useTransition } from "react";
import { useTranslations } from "use-intl/react";
import { ConfirmByName } from "#app/_ui/admin/confirm-by-name.tsx";
import { announce } from "#app/_ui/admin/live.tsx";
import { Menu, MenuItem, MenuLine } from "#app/_ui/admin/menu.tsx";
import { toast } from "#app/_ui/admin/toasts.ts";
import {
  deleteMetricAction,
  moveMetricAction,
} from "#app/(admin)/pages/[subdomain]/metrics/actions.ts";
import { EMPTY } from "#lib/forms/state.ts";

type Props = {
  subdomain: string;
  id: number;
  title: string;
  /** As the how manieth it stands, of how many; null: not all are shown. */
  position: number | null;
  count: number;
};

/** What can be done with one metric. */
export function RowMenu({ subdomain, id, title, position, count }: Props) {
  const t = useTranslations("admin_metrics");
  const errors = useTranslations("admin.errors");
  const [isDeleting, setDeleting] = useState(false);
  const [, start] = useTransition();
  const trigger = (
    <button type="button" className="icon-button" aria-label={t("actions_of", { title })}>
      <Ellipsis size={16} aria-hidden />
    </button>
  );
  function move(to: number): void {
    const form = new FormData();
    const fields = { subdomain, metric_id: id, position: to, from: position };
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
    start(async () => {
      const state = await moveMetricAction(EMPTY, form).catch(() => null);
      toast(state?.done ?? { text: state?.message ?? errors("unreachable") });
      if (state?.done) announce(t("move.said", { title, position: to + 1 }));
    });
  }
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem href={`/pages/${subdomain}/metrics/${id}`} icon={<Pencil size={16} />}>
          {t("edit")}
        </MenuItem>
        {position !== null && position > 0 && (
          <MenuItem onChoose={() => move(position - 1)} icon={<ArrowUp size={16} />}>
            {t("move.up")}
          </MenuItem>
        )}
        {position !== null && position < count - 1 && (
          <MenuItem onChoose={() => move(position + 1)} icon={<ArrowDown size={16} />}>
            {t("move.down")}
          </MenuItem>
        )}
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
        name={title}
        action={deleteMetricAction}
        hidden={{ subdomain, metric_id: id }}
        submit={t("delete")}
      />
    </>
  );
}
