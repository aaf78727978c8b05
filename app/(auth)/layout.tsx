import type { ReactNode } from "react";
import { Document } from "#app/_ui/admin/document.tsx";
import { METADATA } from "#app/_ui/admin/metadata.ts";
import { localeOf } from "#lib/identity/sessions/session.ts";

export const metadata = METADATA;

export default async function Layout({ children }: { children: ReactNode }) {
  const locale = await localeOf(null);
  return <Document locale={locale}>{children}</Document>;
}
