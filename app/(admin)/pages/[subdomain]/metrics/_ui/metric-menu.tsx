"use client";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useTransition } from "react";
import { useTranslations } from "use-intl/react";
import { useFailed } from "#app/_ui/admin/failure.ts";
import { announce } from "#app/_ui/admin/live.tsx";
import { RowMenu } from "#app/_ui/admin/row-menu.tsx";
import { toast } from "#app/_ui/admin/toasts.ts";
import {
  deleteMetricAction,
  moveMetricAction,
} from "#app/(admin)/pages/[subdomain]/metrics/actions.ts";
import { EMPTY } from "#lib/core/forms/state.ts";

type Props = {
  subdomain: string;
  id: number;
  title: string;
  /** As the how manieth it stands, of how many; null: not all are shown. */
  position: number | null;
  count: number;
};

/** Actions of one metric. */
export function MetricMenu({ subdomain, id, title, position, count }: Props) {
  const t = useTranslations("admin_metrics");
  const failed = useFailed();
  const [, start] = useTransition();
  function move(to: number): void {
    const form = new FormData();
    const fields = { subdomain, metric_id: id, position: to, from: position };
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
    start(async () => {
      const { done, message } = await moveMetricAction(EMPTY, form).catch((error) => failed(error));
      if (done || message) toast(done ?? { text: message ?? "" });
      if (done) announce(t("move.said", { title, position: to + 1 }));
    });
  }
  const steps = [
    { label: t("move.up"), icon: ArrowUp, to: (position ?? 0) - 1 },
    { label: t("move.down"), icon: ArrowDown, to: (position ?? count) + 1 },
  ];
  const possible = steps.filter(({ to }) => position !== null && to >= 0 && to < count);
  return (
    <RowMenu
      label={t("actions_of", { title })}
      edit={{ label: t("edit"), href: `/pages/${subdomain}/metrics/${id}` }}
      moves={possible.map(({ to, ...step }) => ({ ...step, run: () => move(to) }))}
      remove={{
        label: t("delete"),
        title: t("delete_title"),
        text: t("delete_text"),
        name: title,
        action: deleteMetricAction,
        hidden: { subdomain, metric_id: id },
      }}
    />
  );
}
