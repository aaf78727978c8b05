import "./styles.css";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { currentSession } from "#lib/identity/sessions/session.ts";
import { directionOf } from "#lib/platform/i18n/tags.ts";
import { formatTag, type Locale, messages, translator } from "#lib/platform/i18n/translator.ts";
import { Texts } from "./texts.tsx";
import { themeIn } from "./theme.ts";

/** The HTML around every screen of sign-in and admin. */
export async function Document({ locale, children }: { locale: Locale; children: ReactNode }) {
  const { admin, admin_kit, admin_shell, joined, public: visitors } = messages(locale);
  const { legend, type, update } = visitors;
  // Without the database the screens inside say so; this frame must stand.
  const session = await currentSession().catch(() => null);
  const theme = themeIn((await cookies()).get("theme")?.value);
  return (
    <html
      lang={locale}
      dir={directionOf(locale)}
      data-person={session?.user.id}
      data-theme={theme === "system" ? undefined : theme}
    >
      <body className="text-[0.9375rem] leading-normal antialiased">
        <a href="#content" className="button absolute top-2 left-2 z-20 not-focus:sr-only">
          {translator(locale)("admin.skip")}
        </a>
        <Texts
          locale={formatTag(locale)}
          messages={{ admin, admin_kit, admin_shell, joined, public: { legend, type, update } }}
        >
          {children}
        </Texts>
      </body>
    </html>
  );
}
