import type { UpdateType } from "#lib/incidents/schema.ts";
import { renderMarkdown } from "#lib/markdown.ts";
import { localized } from "#lib/public-page/localized.ts";
import type { View } from "#lib/public-page/view.ts";
import { Markdown } from "./markdown.tsx";
import { Moment } from "./time.tsx";

type Posted = { id: number; type?: UpdateType; description: string; translations: unknown; posted_at: string };

/** One update in full. Notices' updates have no type. */
export function Update({ update, view }: { update: Posted; view: View }) {
  const { t, visit } = view;
  return (
    <div className="update" id={`u${update.id}`}>
      <p className="meta">
        {update.type ? <strong>{t(`public.update.${update.type}`)}</strong> : t("public.notices.posted")}
        {" · "}
        <Moment time={update.posted_at} view={view} />
      </p>
      <Markdown html={renderMarkdown(localized(update, "description", visit.locale))} />
    </div>
  );
}

/** The newest update in full, the others folded. */
export function FoldedUpdates({ id, updates, view }: { id: string; updates: Posted[]; view: View }) {
  const [newest, ...earlier] = updates;
  if (!newest) return null;
  return (
    <>
      <Update update={newest} view={view} />
      {earlier.length > 0 && (
        <details className="more" id={`${id}-more`}>
          <summary>{view.t("public.incidents.earlier", { count: earlier.length })}</summary>
          <Updates updates={earlier} view={view} />
        </details>
      )}
    </>
  );
}

export function Updates({ updates, view }: { updates: Posted[]; view: View }) {
  return (
    <ol className="updates">
      {updates.map((update) => (
        <li key={update.id}>
          <Update update={update} view={view} />
        </li>
      ))}
    </ol>
  );
}
