import type { ReactNode } from "react";
import "./public.css";

// Every page renders the whole document itself: its language and colours depend on the address.
export default function Layout({ children }: { children: ReactNode }) {
  return children;
}
