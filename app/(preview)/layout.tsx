import type { ReactNode } from "react";
import "#app/(public)/public.css";

export default function Layout({ children }: { children: ReactNode }) {
  return children;
}
