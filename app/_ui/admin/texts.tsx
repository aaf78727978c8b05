"use client";
import type { ReactNode } from "react";
import { IntlProvider, useLocale, useMessages } from "use-intl/react";
import type { Messages } from "#lib/platform/i18n/translator.ts";

type Props = {
  /** Intl's locale, so that dates in the browser look like the server's. */
  locale: string;
  messages: Pick<Messages, "admin" | "admin_kit" | "admin_shell" | "joined"> & {
    public: Pick<Messages["public"], "legend" | "type" | "update">;
  };
  children: ReactNode;
};

/** The texts of what runs in the browser: `useTranslations("admin_kit")`. */
export function Texts({ locale, messages, children }: Props) {
  return (
    <IntlProvider locale={locale} messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}

/** The texts of an area, for its own screens: see `AreaTexts`. */
export function MoreTexts({
  messages,
  children,
}: {
  messages: Partial<Messages>;
  children: ReactNode;
}) {
  const outer = useMessages();
  return (
    <IntlProvider locale={useLocale()} messages={{ ...outer, ...messages }} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
