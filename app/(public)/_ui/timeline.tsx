import type { UpdateType } from "#lib/incidents/schema.ts";
import type { View } from "#lib/site/view/view.ts";
import { type Told, updateWord } from "#lib/site/words/labels.ts";
import { Line } from "./line.tsx";
import { Text } from "./markdown.tsx";
import { Ago, Moment } from "./time.tsx";

type Posted = {
  id: number;
  type?: UpdateType;
  description: string;
  translations: unknown;
  posted_at: string;
};

type As = "p" | "h3";

type UpdateProps = {
  update: Posted;
  view: View;
  as: As;
  /** Where it is read whole, if not here. */
  whole?: string;
  /** null: a notice. */
  of: Told | null;
};

/**
 * One update, its first line a heading where it stands below one of the second level. Notices'
 * updates have no type.
 */
export function Update({ update, view, as, whole, of }: UpdateProps) {
  const { t } = view;
  const { type, posted_at } = update;
  return (
    <div className="update" id={`u${update.id}`}>
      <Line className="meta" as={as}>
        {type && of ? (
          <strong>{t(updateWord({ type, posted_at }, of))}</strong>
        ) : (
          t("public.notices.posted")
        )}
        <Moment time={update.posted_at} view={view} />
        <Ago time={update.posted_at} view={view} />
      </Line>
      <Text by={update} view={view} whole={whole} />
    </div>
  );
}

type FoldedProps = {
  id: string;
  updates: Posted[];
  view: View;
  /** Where all of them are read whole. */
  whole: string;
  of: Told | null;
};

/** The newest update in full, the others folded. */
export function FoldedUpdates({ id, updates, view, whole, of }: FoldedProps) {
  const [newest, ...earlier] = updates;
  if (!newest) return null;
  const told = earlier.filter((update) => view.texts.has(update));
  const older = earlier.length - told.length;
  return (
    <>
      <Update update={newest} view={view} as="p" whole={whole} of={of} />
      {earlier.length > 0 && (
        <details className="more" id={`${id}-more`}>
          <summary>{view.t("public.incidents.earlier", { count: earlier.length })}</summary>
          <Updates updates={told} view={view} as="p" whole={whole} of={of} />
          {older > 0 && (
            <p>
              <a href={whole}>{view.t("public.incidents.older", { count: older })}</a>
            </p>
          )}
        </details>
      )}
    </>
  );
}

type UpdatesProps = Omit<UpdateProps, "update"> & { updates: Posted[] };

function Updates({ updates, ...how }: UpdatesProps) {
  return (
    <ol className="updates">
      {updates.map((update) => (
        <li key={update.id}>
          <Update update={update} {...how} />
        </li>
      ))}
    </ol>
  );
}

/** The updates that have a place on a page of their own, and how many more there are. */
export function Timeline({ updates, of, view }: Pick<UpdatesProps, "updates" | "of" | "view">) {
  const { t } = view;
  const told = updates.filter((update) => view.texts.has(update));
  const older = updates.length - told.length;
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">{t("public.incidents.timeline")}</h2>
      {updates.length > 0 ? (
        <Updates updates={told} view={view} as="h3" of={of} />
      ) : (
        <p className="meta">{t("public.incidents.no_updates")}</p>
      )}
      {older > 0 && <p className="meta">{t("public.incidents.older", { count: older })}</p>}
    </section>
  );
}
