import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Document } from "#app/_ui/admin/document.tsx";
import { localeOf } from "#lib/sessions/session.ts";

export const metadata: Metadata = { robots: { index: false } };

export default async function Layout({ children }: { children: ReactNode }) {
  const locale = await localeOf(null);
  return <Document locale={locale}>{children}</Document>;
}
