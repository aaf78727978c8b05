import Link from "next/link";
import { ActionForm } from "#app/_ui/admin/form.tsx";
import { Markdown } from "#app/_ui/admin/markdown.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { readKit } from "#app/(admin)/pages/[subdomain]/_composer/read.ts";
import { News } from "#app/(admin)/pages/[subdomain]/deliveries/_news.tsx";
import { fieldMoment } from "#app/(admin)/pages/[subdomain]/incidents/_choices.ts";
import type { Listed } from "#app/(admin)/pages/[subdomain]/incidents/_read.ts";
import { UpdateEditor } from "#app/(admin)/pages/[subdomain]/incidents/_ui/update-form.tsx";
import { ago, authorText } from "#app/(admin)/pages/[subdomain]/incidents/_ui/words.ts";
import { deleteUpdateAction } from "#app/(admin)/pages/[subdomain]/incidents/[incident_id]/actions.ts";
import { renderMarkdown } from "#lib/core/markdown/rendered.ts";
import { listUpdateAuthors } from "#lib/incidents/read.ts";
import { updateTypesOf } from "#lib/incidents/rules.ts";
import type { IncidentUpdate } from "#lib/incidents/schema.ts";
import type { Author } from "#lib/incidents/updates/queries.ts";
import type { UpdateLog } from "#lib/notifications/log/read.ts";
import { updateWord } from "#lib/site/words/labels.ts";
import { ConfirmDelete } from "./confirm-delete.tsx";

type All = ReadonlyMap<number, UpdateLog>;
type Props = { admin: Admin; incident: Listed; editing: number | null; news: All };

/** The updates, newest first. */
export async function Timeline({ admin, incident, editing, news }: Props) {
  const { t, page, ctx } = admin;
  const target = { subdomain: page.subdomain, incident_id: incident.id };
  const authors = await listUpdateAuthors(ctx, target);
  return (
    <section aria-labelledby="updates">
      <h2 id="updates" className="mb-3 font-semibold text-lg">
        {t("admin.incident.updates")}
      </h2>
      {incident.updates.length === 0 && (
        <p className="text-muted">{t("admin.incident.no_updates")}</p>
      )}
      <ol className="divide-y divide-line border-line border-t">
        {incident.updates.map((update) => (
          <Update
            key={update.id}
            admin={admin}
            incident={incident}
            update={update}
            author={authors.get(update.id) ?? null}
            isEdited={update.id === editing}
            news={news.get(update.id)}
          />
        ))}
      </ol>
      <ActionForm id="delete-update" action={deleteUpdateAction} hidden={target}>
        {null}
      </ActionForm>
    </section>
  );
}

type UpdateProps = {
  admin: Admin;
  incident: Listed;
  update: IncidentUpdate;
  author: Author;
  isEdited: boolean;
  news: UpdateLog | undefined;
};

function Update({ admin, incident, update, author, isEdited, news }: UpdateProps) {
  const { t, format } = admin;
  const wasEdited = update.updated_at !== update.inserted_at;
  return (
    <li id={`update-${update.id}`} className="py-4">
      <div className="mb-1 flex flex-wrap items-baseline gap-x-3">
        <h3 className="font-semibold">{t(updateWord(update, incident))}</h3>
        <p className="text-muted text-sm">
          {authorText(author, incident, admin)} ·{" "}
          <time dateTime={`${update.posted_at}Z`}>{format.dateTime(update.posted_at)}</time> ·{" "}
          {ago(update.posted_at, admin)}
          {wasEdited && ` · ${t("admin.incident.edited")}`}
        </p>
      </div>
      {isEdited ? (
        <Editing admin={admin} incident={incident} update={update} />
      ) : (
        <Read admin={admin} incident={incident} update={update} news={news} />
      )}
    </li>
  );
}

type Shown = Omit<UpdateProps, "author" | "isEdited" | "news">;

async function Read({ admin, incident, update, news }: Shown & Pick<UpdateProps, "news">) {
  const { t, page, format } = admin;
  const address = `/pages/${page.subdomain}/incidents/${incident.id}`;
  const time = format.dateTime(update.posted_at);
  return (
    <>
      <Markdown html={await renderMarkdown(update.description)} subdomain={page.subdomain} />
      {news && (
        <div className="mt-2 text-sm">
          <News {...news} admin={admin} />
        </div>
      )}
      <div className="-ml-2 mt-1 flex text-sm">
        <Link
          href={`${address}?edit=${update.id}#update-${update.id}`}
          aria-label={t("admin.incident.edit_update_of", { time })}
          className="button button-quiet px-2!"
          scroll={false}
        >
          {t("admin.incident.edit_update")}
        </Link>
        <ConfirmDelete update_id={update.id} time={time} />
      </div>
    </>
  );
}

async function Editing({ admin, incident, update }: Shown) {
  const { page } = admin;
  const { next_update_at } = update;
  const address = `/pages/${page.subdomain}/incidents/${incident.id}`;
  return (
    <div className="mt-2 rounded-lg border border-line bg-panel p-4">
      <UpdateEditor
        hidden={{ subdomain: page.subdomain, incident_id: incident.id, update_id: update.id }}
        told={{ severity: incident.severity, starts_at: incident.starts_at, plan: incident.plan }}
        types={[...updateTypesOf(incident.severity)]}
        update={update}
        times={{
          posted_at: fieldMoment(update.posted_at, page.time_zone),
          next_update_at: fieldMoment(next_update_at, page.time_zone),
        }}
        kit={await readKit(admin)}
        draft={`${page.subdomain}/updates/${update.id}`}
        back={`${address}#update-${update.id}`}
      />
    </div>
  );
}
