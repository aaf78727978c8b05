"use client";
import { Combobox as Base } from "@base-ui/react/combobox";
import { Check } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslations } from "use-intl/react";
import type { Option } from "./choice-fields.tsx";

type Props = {
  options: Option[];
  trigger: ReactElement;
  label: string;
  chosen: Option | undefined;
  onChoose: (value: string) => void;
};

// More than anybody reads; typing finds the others.
const MAX_SHOWN = 100;

const textOf = ({ label, hint }: Option) => `${label.trim()} ${hint ?? ""}`;

/** The choices as soon as they were asked for: opened. */
export function Choices({ options, trigger, label, chosen, onChoose }: Props) {
  const t = useTranslations("admin_kit.combobox");
  return (
    <Base.Root
      items={options}
      value={chosen ?? null}
      onValueChange={(option: Option | null) => option && onChoose(option.value)}
      itemToStringLabel={textOf}
      isItemEqualToValue={(one, other) => one.value === other.value}
      limit={MAX_SHOWN}
      autoHighlight
      defaultOpen
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={4} className="z-30">
          <Base.Popup className="popup" aria-label={label}>
            <Base.Input
              placeholder={t("search")}
              aria-label={t("search")}
              className="mb-1 min-h-9 w-full border-line border-b bg-transparent px-2 outline-none placeholder:text-muted"
            />
            <Base.Empty className="px-2 text-muted empty:hidden">{t("none")}</Base.Empty>
            <Base.List>
              {(option: Option) => (
                <Base.Item key={option.value} value={option} className="popup-item">
                  <span className="min-w-0 grow truncate">
                    {option.label.trim()}
                    {option.hint && <span className="ps-2 text-muted">{option.hint}</span>}
                  </span>
                  <Base.ItemIndicator>
                    <Check size={16} aria-hidden />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
