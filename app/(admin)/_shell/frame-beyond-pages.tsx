import type { ReactNode } from "react";
import type { OwnOrganizationRow } from "#lib/identity/organizations/queries.ts";
import type { UserRow } from "#lib/identity/users/queries.ts";
import type { OwnPage } from "#lib/pages/read.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import { commandsOf, navigationBeyondPages } from "./entries.ts";
import { Frame } from "./frame.tsx";

type Props = {
  user: UserRow;
  t: Translate;
  /** In the place of a page's name. */
  title: string;
  pages: OwnPage[];
  organizations: OwnOrganizationRow[];
  children: ReactNode;
};

/** The frame of screens that belong to no page: those of an organization, and the account. */
export function FrameBeyondPages({ user, t, title, pages, organizations, children }: Props) {
  const groups = navigationBeyondPages(organizations, t);
  const screens = groups.flatMap((group) => group.screens);
  return (
    <Frame
      user={user}
      t={t}
      here={{ subdomain: "", name: title, organization: "" }}
      pages={pages.filter(({ may_manage }) => may_manage)}
      groups={groups}
      commands={commandsOf(screens)}
      home={{ href: "/", label: t("admin.pages.title") }}
    >
      {children}
    </Frame>
  );
}
