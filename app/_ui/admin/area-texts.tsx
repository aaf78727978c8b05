import type { ReactNode } from "react";
import { type Locale, type Messages, messages } from "#lib/platform/i18n/translator.ts";
import { MoreTexts } from "./texts.tsx";

type Area = Extract<keyof Messages, `admin_${string}`>;
type Props = { locale: Locale; areas: Area[]; children: ReactNode };

/** Sends the texts of these areas to the browser, for `useTranslations("admin_services")`. */
export function AreaTexts({ locale, areas, children }: Props) {
  const all = messages(locale);
  const own = Object.fromEntries(areas.map((area) => [area, all[area]]));
  return <MoreTexts messages={own}>{children}</MoreTexts>;
}
