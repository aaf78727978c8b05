"use client";
import type { ReactNode } from "react";
import { IntlProvider } from "use-intl/react";
import type { Locale, Messages } from "#lib/i18n/translator.ts";

type Props = {
  locale: Locale;
  messages: Pick<Messages, "admin"> & {
    public: Pick<Messages["public"], "legend" | "type" | "update">;
  };
  children: ReactNode;
};

/** The texts of what runs in the browser: `useTranslations("admin")`. */
export function Texts({ locale, messages, children }: Props) {
  return (
    <IntlProvider locale={locale} messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
