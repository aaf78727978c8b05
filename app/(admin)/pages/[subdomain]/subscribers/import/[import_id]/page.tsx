import { notFound } from "next/navigation";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Refresh } from "#app/_ui/admin/refresh.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { found, openAdmin } from "#app/(admin)/_shared/open.ts";
import { readChoices } from "#app/(admin)/pages/[subdomain]/incidents/_choices.ts";
import { SubscriptionImportParams } from "#lib/api/body.ts";
import { formatTag, type Translate } from "#lib/platform/i18n/translator.ts";
import { type Import, readImport } from "#lib/subscribers/import/imports.ts";
import { ROW_FATES } from "#lib/subscribers/import/schema.ts";
import { beginImportAction, discardImportAction } from "../actions.ts";
import { LayoutForm } from "./_layout.tsx";
import { Preview, Problems } from "./_rows.tsx";

type Props = { params: Promise<{ subdomain: string; import_id: string }> };

export default async function SubscriberImportPage({ params }: Props) {
  const route = await params;
  const { ctx, page, may, t, locale, format } = await openAdmin(route.subdomain);
  const target = SubscriptionImportParams.safeParse(route);
  if (!target.success || !may("subscription.write")) notFound();
  const file = await found(readImport(ctx, target.data));
  const { state, counts, row_count, total, layout, preview } = file;
  const services = preview.length > 0 ? await readChoices({ ctx, page }) : [];
  const names = new Map(services.map(({ id, name }) => [id, name]));
  const unread = file.problems.flatMap(({ code, column }) => (code === "unread" ? column : []));
  const problems = file.problems.filter(({ code }) => code !== "unread");
  const numbers = new Intl.NumberFormat(formatTag(locale));
  const isWorking = state === "checking" || state === "importing";
  const back = `/pages/${route.subdomain}/subscribers/import`;
  return (
    <Screen
      title={file.name}
      of={t("admin_import.title")}
      t={t}
      back={{ href: back, label: t("admin_import.title") }}
    >
      <p role="status" className="note">
        {t(`admin_import.told.${state}`, {
          done: row_count,
          total: total ?? 0,
        })}
      </p>
      {unread.length > 0 && (
        <p className="note mt-2">
          {t("admin_import.unread", { count: unread.length, columns: format.list(unread) })}
        </p>
      )}
      {isWorking && <Refresh />}
      {isWorking && total !== null && total > 0 && (
        <progress className="mt-3 w-full" value={row_count} max={total}>
          {row_count}
        </progress>
      )}
      <dl className="my-6 grid max-w-md grid-cols-[1fr_auto] gap-x-6 gap-y-2">
        {[...ROW_FATES, "asked" as const].map((fate) => (
          <div key={fate} className="contents">
            <dt>{t(`admin_import.fate.${fate}`)}</dt>
            <dd className="text-end tabular-nums">{numbers.format(counts[fate] ?? 0)}</dd>
          </div>
        ))}
      </dl>
      {state === "checked" && <Decide file={file} target={target.data} t={t} />}
      {preview.length > 0 && (
        <Preview rows={preview} list={format.list} {...{ names, numbers, t }} />
      )}
      {state === "checked" && layout && (
        <LayoutForm target={target.data} {...{ layout, locale, t }} />
      )}
      {problems.length > 0 && <Problems {...{ problems, numbers, t }} />}
    </Screen>
  );
}

type DecideProps = { file: Import; target: { subdomain: string; import_id: number }; t: Translate };

function Decide({ file: { counts }, target, t }: DecideProps) {
  const count = (counts.added ?? 0) + (counts.changed ?? 0);
  return (
    <div className="mb-8 flex flex-wrap gap-3">
      {count > 0 && (
        <ActionForm action={beginImportAction} hidden={target}>
          <Submit>{t("admin_import.begin", { count })}</Submit>
        </ActionForm>
      )}
      <ActionForm action={discardImportAction} hidden={target}>
        <Submit className="button">{t("admin_import.discard")}</Submit>
      </ActionForm>
    </div>
  );
}
