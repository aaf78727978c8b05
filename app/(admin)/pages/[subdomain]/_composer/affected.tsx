"use client";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { useForm } from "#app/_ui/admin/form.tsx";
import { type ServiceChoice, ServicePicker } from "#app/_ui/admin/service-picker.tsx";
import { readServicesAction } from "./actions.ts";
import type { Composable } from "./composable.ts";

type Props = { subdomain: string; incident: Pick<Composable, "services" | "service_ids"> };

/** The affected services as chips; the tree to choose others from is read when it is wanted. */
export function Affected({ subdomain, incident }: Props) {
  const t = useTranslations("admin_composer.affected");
  const { state } = useForm();
  const [services, setServices] = useState<ServiceChoice[] | null>(null);
  const [isAsked, setAsked] = useState(false);
  async function change(): Promise<void> {
    setAsked(true);
    setServices(await readServicesAction({ subdomain }, {}).catch(() => null));
  }
  const kept = state.values.service_ids?.filter(Boolean);
  if (services)
    return (
      <ServicePicker
        services={services}
        chosen={incident.service_ids}
        label={t("title")}
        hint={t("hint")}
      />
    );
  return (
    <div className="flex flex-wrap items-center gap-1.5 text-sm">
      <span className="me-1 font-medium text-[0.9375rem]">{t("title")}</span>
      {incident.services.map((name) => (
        <span key={name} className="rounded bg-hover px-2 py-0.5">
          {name}
        </span>
      ))}
      {kept?.map((id) => (
        <input key={id} type="hidden" name="service_ids" value={id} />
      ))}
      <button
        type="button"
        onClick={change}
        aria-disabled={isAsked}
        className="button button-quiet px-2! noscript:hidden"
      >
        <Pencil size={14} aria-hidden /> {t("change")}
      </button>
    </div>
  );
}
