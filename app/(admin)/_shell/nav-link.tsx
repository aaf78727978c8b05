"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";

type Props = { href: string; count?: number; children: ReactNode };

/** An entry of the navigation, marked where one is. */
export function NavLink({ href, count, children }: Props) {
  const path = usePathname();
  // The screen of an organization is beside its others, not above them.
  const isWhole = /^\/organizations\/\d+$/.test(href);
  const isHere = path === href || (!isWhole && path.startsWith(`${href}/`));
  return (
    <Link href={href} aria-current={isHere ? "page" : undefined} className="nav-item">
      {children}
      {count ? <span className="count ms-auto">{count}</span> : null}
    </Link>
  );
}
