import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Document } from "#app/_ui/admin/document.tsx";
import { linkLocale } from "./_locale.ts";

export const metadata: Metadata = { robots: { index: false } };

export default async function Layout({ children }: { children: ReactNode }) {
  return <Document locale={await linkLocale()}>{children}</Document>;
}
