import { ClipboardPaste, Layers, Plus } from "lucide-react";
import Link from "next/link";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { Filters } from "#app/_ui/admin/filters.tsx";
import { Flash } from "#app/_ui/admin/flash.tsx";
import { EmptyState, Screen } from "#app/_ui/admin/screen.tsx";
import { found, openAdmin } from "#app/(admin)/_shared/open.ts";
import { listPlainServices } from "#lib/services/read.ts";
import { parentsIn } from "./_parents.ts";
import { withStates } from "./_states.ts";
import { type TreeRow, treeOf } from "./_tree.ts";
import { ServiceTable } from "./_ui/table.tsx";

type Query = { q?: string; shown?: string; done?: string };
type Props = { params: Promise<{ subdomain: string }>; searchParams: Promise<Query> };

const DONE = ["created", "saved", "deleted"] as const;

function fits({ q, shown }: Query) {
  const wanted = q?.trim().toLowerCase() ?? "";
  return ({ name, private: isPrivate }: TreeRow) =>
    name.toLowerCase().includes(wanted) && (!shown || (shown === "private") === isPrivate);
}

export default async function ServicesPage({ params, searchParams }: Props) {
  const { subdomain } = await params;
  const query = await searchParams;
  const admin = await openAdmin(subdomain);
  const { ctx, page, t, locale, may } = admin;
  const all = treeOf(await found(listPlainServices(ctx, page)));
  const rows = all.filter(fits(query));
  const said = DONE.find((known) => known === query.done);
  const create = may("service.write") && (
    <>
      <Link href={`/pages/${subdomain}/services/paste`} className="button">
        <ClipboardPaste size={16} aria-hidden />
        <span className={all.length > 0 ? "max-sm:sr-only" : ""}>
          {t("admin_services.paste.open")}
        </span>
      </Link>
      <Link
        href={`/pages/${subdomain}/services/new`}
        data-keys="n"
        className="button button-primary"
      >
        <Plus size={16} aria-hidden /> {t("admin_services.new")}
      </Link>
    </>
  );
  return (
    <Screen
      title={t("admin_services.title")}
      of={page.name}
      aside={all.length > 0 && all.length}
      t={t}
      actions={all.length > 0 && create}
    >
      {said && <Flash text={t(`admin_services.done.${said}`)} />}
      {all.length === 0 ? (
        <EmptyState
          icon={<Layers size={28} strokeWidth={1.5} />}
          title={t("admin_services.empty")}
          text={t("admin_services.empty_text")}
        >
          {create}
        </EmptyState>
      ) : (
        <AreaTexts locale={locale} areas={["admin_services"]}>
          <Filters
            search={{ name: "q", label: t("admin_services.search") }}
            choices={[
              {
                name: "shown",
                label: t("admin_services.shown.any"),
                options: (["public", "private"] as const).map((value) => ({
                  value,
                  label: t(`admin_services.shown.${value}`),
                })),
              },
            ]}
          />
          {rows.length === 0 ? (
            <EmptyState title={t("admin_kit.filter.none")} text={t("admin_kit.filter.none_text")} />
          ) : (
            <ServiceTable
              admin={admin}
              rows={await withStates(admin, rows)}
              isWhole={rows.length === all.length}
              parents={parentsIn(all)}
            />
          )}
        </AreaTexts>
      )}
    </Screen>
  );
}
