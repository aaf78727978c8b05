import type { ReactNode } from "react";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { TabLinks } from "#app/_ui/admin/tabs.tsx";
import type { Translate } from "#lib/platform/i18n/translator.ts";

const TABS = { profile: "", security: "/security", sessions: "/sessions", api_keys: "/api-keys" };
type Tab = keyof typeof TABS;

/** The account's title and its views. */
export function Frame({ tab, t, children }: { tab: Tab; t: Translate; children: ReactNode }) {
  const tabs = (Object.keys(TABS) as Tab[]).map((each) => ({
    href: `/account${TABS[each]}`,
    label: t(`admin_account.tabs.${each}`),
    isChosen: each === tab,
  }));
  return (
    <Screen title={t("admin_account.title")} of={t(`admin_account.tabs.${tab}`)} t={t}>
      <TabLinks label={t("admin_account.title")} tabs={tabs} />
      <div className="account-view">{children}</div>
    </Screen>
  );
}
