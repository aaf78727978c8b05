import "./styles.css";
import type { ReactNode } from "react";
import { directionOf } from "#lib/i18n/tags.ts";
import { type Locale, messages, translator } from "#lib/i18n/translator.ts";
import { Texts } from "./texts.tsx";

/** The HTML around every screen of sign-in and admin. */
export function Document({ locale, children }: { locale: Locale; children: ReactNode }) {
  const { admin, public: visitors } = messages(locale);
  const { legend, type, update } = visitors;
  return (
    <html lang={locale} dir={directionOf(locale)}>
      <body className="text-[0.9375rem] leading-normal antialiased">
        <a href="#content" className="button absolute top-2 left-2 z-20 not-focus:sr-only">
          {translator(locale)("admin.skip")}
        </a>
        <Texts locale={locale} messages={{ admin, public: { legend, type, update } }}>
          {children}
        </Texts>
      </body>
    </html>
  );
}
