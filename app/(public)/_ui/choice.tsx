import type { ReactNode } from "react";
import { outline } from "#lib/services/tree.ts";
import type { PublicService } from "#lib/site/snapshot/tree.ts";
import type { View } from "#lib/site/view/view.ts";
import { localized } from "#lib/site/words/localized.ts";

const NBSP = "\u00a0";
// A list of more services has only those that group others, and the chosen one.
const MAX_OPTIONS = 150;

/** Options in the order of the tree. */
function offered(chosen: PublicService | null, { snapshot }: View) {
  const all = outline([...snapshot.by_id.values()]);
  if (all.length <= MAX_OPTIONS) return all;
  return all
    .filter(({ id, children, depth }) => id === chosen?.id || children.length > 0 || depth === 0)
    .slice(0, MAX_OPTIONS);
}

type Props = { chosen: PublicService | null; view: View; all?: string };

/** Services as options of a form; `all`: what stands for none in particular. */
export function ServiceChoice({ chosen, view, all }: Props) {
  const { t, visit } = view;
  return (
    <label>
      {t("history.service")}
      <select name="service" defaultValue={chosen?.id ?? ""}>
        {all !== undefined && <option value="">{all}</option>}
        {offered(chosen, view).map((service) => (
          <option key={service.id} value={service.id}>
            {NBSP.repeat(3 * service.depth) + localized(service, "name", visit)}
          </option>
        ))}
      </select>
    </label>
  );
}

type FormProps = { path: string; view: View; kept?: Record<string, string>; children: ReactNode };

/** A form that leads to a path of the page with what is chosen; `kept`: what stays as it is. */
export function ChoiceForm({ path, view, kept = {}, children }: FormProps) {
  const { visit, t } = view;
  const hidden = { ...kept, ...(visit.chosen && { lang: visit.chosen }) };
  return (
    <form className="choice" action={`${visit.base}${path}`}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <button type="submit">{t("history.show")}</button>
    </form>
  );
}
