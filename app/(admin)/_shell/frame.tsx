import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { LiveRegion } from "#app/_ui/admin/live.tsx";
import { themeIn } from "#app/_ui/admin/theme.ts";
import { Toaster } from "#app/_ui/admin/toaster.tsx";
import { UNDO } from "#app/(admin)/pages/[subdomain]/_undo.ts";
import type { UserRow } from "#lib/identity/users/queries.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import { VERSION } from "#lib/platform/version.ts";
import { AccountMenu } from "./account-menu.tsx";
import type { NavigationGroup, ShellCommand } from "./entries.ts";
import { Keyboard } from "./keyboard.tsx";
import { Navigation } from "./navigation-list.tsx";
import { PhoneBar } from "./phone-bar.tsx";
import { type OwnPage, Switcher } from "./switcher.tsx";

type Props = {
  user: UserRow;
  t: Translate;
  /** Where this is, and the pages that one can go to. */
  here: OwnPage;
  pages: OwnPage[];
  groups: NavigationGroup[];
  counts?: { open_incidents: number };
  commands: ShellCommand[];
  /** On a phone the first entry of the bar: an address and its name. */
  home: { href: string; label: string };
  mayPost?: boolean;
  /** Between switcher and navigation. */
  top?: ReactNode;
  children: ReactNode;
};

/** The frame of every screen: a sidebar, on a phone a header and a bar with the menu. */
export async function Frame(props: Props) {
  const { user, t, here, pages, groups, counts = { open_incidents: 0 }, commands } = props;
  const theme = themeIn((await cookies()).get("theme")?.value);
  const navigation = <Navigation groups={groups} counts={counts} label={t("admin.navigation")} />;
  return (
    <div className="md:grid md:min-h-dvh md:grid-cols-[15.5rem_minmax(0,1fr)]">
      <header className="sidebar">
        <Switcher current={here} pages={pages} />
        {props.top}
        <div className="mt-2 min-h-0 grow overflow-y-auto max-md:hidden">{navigation}</div>
        <div className="flex items-center gap-1 border-line border-t pt-2 max-md:hidden">
          <AccountMenu email={user.email} theme={theme} />
          <Keyboard subdomain={here.subdomain} commands={commands} />
        </div>
      </header>
      <div className="mx-auto flex w-full max-w-6xl flex-col px-4 md:px-8">
        <main id="content" tabIndex={-1} className="grow py-4 outline-none md:py-6">
          {props.children}
        </main>
        <footer className="pt-4 pb-28 text-muted text-sm md:pb-6">
          {t("admin.product")} {VERSION}
        </footer>
      </div>
      <PhoneBar home={props.home} mayPost={props.mayPost ?? false}>
        {navigation}
        <div className="mt-2 border-line border-t pt-2">
          <AccountMenu email={user.email} theme={theme} />
        </div>
      </PhoneBar>
      <Toaster undo={UNDO} />
      <LiveRegion />
    </div>
  );
}
