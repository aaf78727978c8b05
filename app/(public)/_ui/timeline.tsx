import type { UpdateType } from "#lib/incidents/schema.ts";
import { renderMarkdown } from "#lib/markdown.ts";
import { localized } from "#lib/public-page/localized.ts";
import type { View } from "#lib/public-page/view.ts";
import { Markdown } from "./markdown.tsx";
import { Ago, Moment } from "./time.tsx";

type Posted = { id: number; type?: UpdateType; description: string; translations: unknown; posted_at: string };

type As = "p" | "h3";

/** One update in full, its first line a heading where it stands below one of the second level. Notices' updates have no type. */
function Update({ update, view, as: Line }: { update: Posted; view: View; as: As }) {
  const { t, visit } = view;
  return (
    <div className="update" id={`u${update.id}`}>
      <Line className="meta">
        {update.type ? <strong>{t(`public.update.${update.type}`)}</strong> : t("public.notices.posted")}
        {" · "}
        <Moment time={update.posted_at} view={view} />
        <Ago time={update.posted_at} view={view} />
      </Line>
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
      <Update update={newest} view={view} as="p" />
      {earlier.length > 0 && (
        <details className="more" id={`${id}-more`}>
          <summary>{view.t("public.incidents.earlier", { count: earlier.length })}</summary>
          <Updates updates={earlier} view={view} as="p" />
        </details>
      )}
    </>
  );
}

function Updates({ updates, view, as }: { updates: Posted[]; view: View; as: As }) {
  return (
    <ol className="updates">
      {updates.map((update) => (
        <li key={update.id}>
          <Update update={update} view={view} as={as} />
        </li>
      ))}
    </ol>
  );
}

/** All updates, on a page of their own. */
export function Timeline({ updates, view: { t }, view }: { updates: Posted[]; view: View }) {
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">{t("public.incidents.timeline")}</h2>
      {updates.length > 0 ? <Updates updates={updates} view={view} as="h3" /> : <p className="meta">{t("public.incidents.no_updates")}</p>}
    </section>
  );
}
