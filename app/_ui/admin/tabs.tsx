import Link from "next/link";

type Tab = { href: string; label: string; isChosen: boolean; count?: number };

/** Views of one screen; each has an address of its own. */
export function TabLinks({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav aria-label={label} className="mb-3 flex gap-1 overflow-x-auto border-line border-b">
      {tabs.map(({ href, label: name, isChosen, count }) => (
        <Link
          key={href}
          href={href}
          aria-current={isChosen ? "true" : undefined}
          className="flex min-h-9 items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 px-2.5 text-muted hover:text-ink aria-[current]:border-ink aria-[current]:font-medium aria-[current]:text-ink touch:min-h-11"
        >
          {name}
          {count !== undefined && <span className="count">{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
