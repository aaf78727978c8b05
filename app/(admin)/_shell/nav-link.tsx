"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";

type Props = { href: string; keys: string; isOutside?: boolean; children: ReactNode };

export function NavLink({ href, keys, isOutside = false, children }: Props) {
  const isHere = usePathname().startsWith(href);
  const look = isHere ? "font-medium text-ink md:bg-hover" : "text-muted hover:text-ink";
  const className = `flex min-h-11 items-center whitespace-nowrap rounded px-2 md:min-h-9 ${look}`;
  if (isOutside) {
    return (
      <a href={href} data-keys={keys} className={className}>
        {children}
      </a>
    );
  }
  return (
    <Link
      href={href}
      data-keys={keys}
      aria-current={isHere ? "page" : undefined}
      className={className}
    >
      {children}
    </Link>
  );
}
