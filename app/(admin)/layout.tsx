import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { currentUser, localeOf } from "#lib/auth/session.ts";
import { negotiateLocale } from "#lib/i18n/translator.ts";
import { Document } from "../_ui/admin/document.tsx";

export const metadata: Metadata = { robots: { index: false } };

export default async function Layout({ children }: { children: ReactNode }) {
  // Without the database the screens inside say so; this frame must stand.
  const user = await currentUser().catch(() => null);
  const locale = user ? localeOf(user) : negotiateLocale((await headers()).get("accept-language"));
  return <Document locale={locale}>{children}</Document>;
}
