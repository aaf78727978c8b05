import type { Viewport } from "next";
import type { ReactNode } from "react";
import { Document } from "#app/_ui/admin/document.tsx";
import { METADATA } from "#app/_ui/admin/metadata.ts";
import { currentUser, localeOf } from "#lib/identity/sessions/session.ts";

export const metadata = METADATA;
// Bars at the bottom stay above a phone's keyboard.
export const viewport: Viewport = { interactiveWidget: "resizes-content" };

export default async function Layout({ children }: { children: ReactNode }) {
  // Without the database the screens inside say so; this frame must stand.
  const user = await currentUser().catch(() => null);
  return <Document locale={await localeOf(user)}>{children}</Document>;
}
