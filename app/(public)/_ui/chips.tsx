import type { View } from "#lib/public-page/view.ts";
import { href } from "#lib/public-page/visitor.ts";

/** The services that something affects, each linked to its own page. */
export function Chips({ ids, view, label }: { ids: number[]; view: View; label?: string }) {
  const { visit, names, t } = view;
  if (ids.length === 0) return null;
  return (
    <ul className="chips" aria-label={label ?? t("public.incidents.affected")}>
      {ids.map((id) => {
        const name = names.get(id);
        return (
          name && (
            <li key={id}>
              <a href={href(visit, `/services/${id}`)}>{name}</a>
            </li>
          )
        );
      })}
    </ul>
  );
}
