import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { LiveRegion } from "#app/_ui/admin/live.tsx";
import { themeIn } from "#app/_ui/admin/theme.ts";
import { Toaster } from "#app/_ui/admin/toaster.tsx";
import { AccountMenu } from "#app/(admin)/_shell/account-menu.tsx";
import { UNDO } from "#app/(admin)/pages/[subdomain]/_undo.ts";
import { translator } from "#lib/i18n/translator.ts";
import { accountContext, localeOf } from "#lib/sessions/session.ts";

/** The frame of one's own account, which belongs to no page. */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  const { user } = await accountContext();
  const locale = await localeOf(user);
  const t = translator(locale);
  const theme = themeIn((await cookies()).get("theme")?.value);
  return (
    <AreaTexts locale={locale} areas={["admin_account"]}>
      <header className="mx-auto flex w-full max-w-4xl items-center justify-between gap-4 border-line border-b px-4 py-2">
        <a
          href="/?choose"
          className="flex min-h-11 shrink-0 items-center text-link hover:underline"
        >
          {t("admin.pages.title")}
        </a>
        <div className="flex min-w-0">
          <AccountMenu email={user.email} theme={theme} />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="outline-none mx-auto w-full max-w-4xl px-4 py-6">
        {children}
      </main>
      <Toaster undo={UNDO} />
      <LiveRegion />
    </AreaTexts>
  );
}
