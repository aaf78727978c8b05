import Link from "next/link";
import type { ReactNode } from "react";

/** The way up. */
export function Back({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="inline-flex min-h-11 items-center text-link text-sm hover:underline md:min-h-8"
    >
      ← {children}
    </Link>
  );
}
