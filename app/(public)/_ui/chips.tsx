import type { DeletedService } from "#lib/services/past-services.queries.ts";
import { MAX_CHIPS, type View } from "#lib/site/view/view.ts";
import { localized, type Marks, marked } from "#lib/site/words/localized.ts";
import { href } from "#lib/site/words/visitor.ts";

type Props = {
  ids: number[];
  /** Affected before they were deleted: they have no page. */
  deleted?: readonly DeletedService[];
  view: View;
  label?: string;
  max?: number;
};

function nameMarks(id: number, { snapshot, visit }: View): Marks {
  const service = snapshot.by_id.get(id);
  return service ? marked(service, "name", visit) : {};
}

/** The services that something affects, each linked to its own page; of many the first. */
export function Chips({ ids, deleted = [], view, label, max = MAX_CHIPS }: Props) {
  const { visit, names, t } = view;
  const named = ids.filter((id) => names.has(id));
  const count = named.length + deleted.length;
  if (count === 0) return null;
  return (
    <ul className="chips" aria-label={label ?? t("public.incidents.affected")}>
      {named.slice(0, max).map((id) => (
        <li key={id}>
          <a href={href(visit, `/services/${id}`)} {...nameMarks(id, view)}>
            {names.get(id)}
          </a>
        </li>
      ))}
      {deleted.slice(0, Math.max(0, max - named.length)).map((service) => (
        <li key={service.id}>
          <span {...marked(service, "name", visit)}>{localized(service, "name", visit)}</span>
        </li>
      ))}
      {count > max && <li>{t("public.sentence.more", { count: count - max })}</li>}
    </ul>
  );
}
