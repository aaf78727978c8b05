import type { NavigationGroup } from "./entries.ts";
import { NavLink } from "./nav-link.tsx";

type Props = {
  groups: NavigationGroup[];
  counts: Record<"open_incidents", number>;
  label: string;
};

/** The screens of a page and its organization, by group. */
export function Navigation({ groups, counts, label }: Props) {
  return (
    <nav aria-label={label} className="space-y-4">
      {groups.map((group) => (
        <section key={group.label} aria-label={group.label}>
          <p className="px-2 pb-1 font-medium text-muted text-xs" aria-hidden="true">
            {group.label}
          </p>
          <ul>
            {group.screens.map(({ href, label: name, icon: Icon, count }) => (
              <li key={href}>
                <NavLink href={href} count={count && counts[count]}>
                  <Icon size={16} strokeWidth={1.75} aria-hidden />
                  {name}
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
