import "./reference.css";
import type { ReactNode } from "react";
import { METADATA } from "#app/_ui/admin/metadata.ts";

const { applicationName, icons } = METADATA;
export const metadata = { applicationName, icons };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
