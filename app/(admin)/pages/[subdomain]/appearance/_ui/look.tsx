"use client";
import { createContext, type ReactNode, useContext, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { AppearanceReport } from "#lib/site/contrast-report.ts";

type Shared = { look: AppearanceReport; setLook: (look: AppearanceReport) => void };

const Context = createContext<Shared>({
  look: { contrast: [], shown: {} },
  setLook: () => {},
});

export function useLook(): Shared {
  return useContext(Context);
}

/** Shares the colors that are being chosen with the preview and every field. */
export function LookProvider({
  initial,
  children,
}: {
  initial: AppearanceReport;
  children: ReactNode;
}) {
  const [look, setLook] = useState(initial);
  return <Context value={{ look, setLook }}>{children}</Context>;
}

export function Swatch({ colour }: { colour: string | null }) {
  return (
    <svg viewBox="0 0 14 14" aria-hidden="true" className="inline-block size-3.5 align-[-2px]">
      <rect width="14" height="14" rx="3" fill={colour ?? "none"} stroke="currentColor" />
      {colour === null && <path d="M2 12 12 2" stroke="currentColor" />}
    </svg>
  );
}

/** The colour that the page shows for a setting, on light and on dark screens. */
export function ShownColour({ name }: { name: string }) {
  const t = useTranslations("admin_appearance.contrast");
  const shown = useLook().look.shown[name];
  if (!shown) return null;
  const none = t("none");
  const text = t("on_page", { light: shown.light ?? none, dark: shown.dark ?? none });
  return (
    <span title={text} className="inline-flex items-center gap-1">
      <span className="sr-only">{text}</span>
      <span aria-hidden="true">{t("shown_short")}</span>
      <Swatch colour={shown.light} />
      <Swatch colour={shown.dark} />
    </span>
  );
}
