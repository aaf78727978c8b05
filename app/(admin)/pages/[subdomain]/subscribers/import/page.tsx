import Link from "next/link";
import { notFound } from "next/navigation";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { Table } from "#app/_ui/admin/table.tsx";
import { found, openAdmin } from "#app/(admin)/_shared/open.ts";
import { formatTag } from "#lib/platform/i18n/translator.ts";
import { readImports } from "#lib/subscribers/import/imports.ts";
import { Upload } from "./_upload.tsx";
import { uploadSubscribersAction } from "./actions.ts";

type Props = { params: Promise<{ subdomain: string }> };

export default async function ImportSubscribersPage({ params }: Props) {
  const { subdomain } = await params;
  const { ctx, page, may, t, locale, format } = await openAdmin(subdomain);
  if (!may("subscription.write")) notFound();
  const imports = await found(readImports(ctx, page));
  const numbers = new Intl.NumberFormat(formatTag(locale));
  const path = `/pages/${subdomain}/subscribers`;
  return (
    <Screen
      title={t("admin_import.title")}
      of={page.name}
      text={t("admin_import.text")}
      t={t}
      back={{ href: path, label: t("admin_subscribers.title") }}
    >
      <AreaTexts locale={locale} areas={["admin_import"]}>
        <Section title={t("admin_import.new")} text={t("admin_import.new_text")}>
          <Upload action={uploadSubscribersAction} subdomain={subdomain} />
          <p className="text-muted text-sm">{t("admin_import.columns")}</p>
          <p className="text-muted text-sm">{t("admin_import.consent")}</p>
        </Section>
      </AreaTexts>
      {imports.length > 0 && (
        <Table
          label={t("admin_import.files")}
          rows={imports}
          keyOf={({ id }) => id}
          head={{
            label: t("admin_import.file"),
            cell: ({ id, name }) => (
              <Link href={`${path}/import/${id}`} className="row-link truncate">
                {name}
              </Link>
            ),
          }}
          columns={[
            {
              key: "state",
              label: t("admin_import.state.title"),
              cell: ({ state }) => t(`admin_import.state.${state}`),
            },
            {
              key: "rows",
              label: t("admin_import.rows"),
              card: "labelled",
              align: "end",
              cell: ({ row_count, total }) => numbers.format(total ?? row_count),
            },
            {
              key: "since",
              label: t("admin_import.since"),
              cell: ({ inserted_at }) => format.shortDateTime(inserted_at),
            },
          ]}
        />
      )}
    </Screen>
  );
}
