import Link from "next/link";
import type { Filter } from "#app/(admin)/pages/[subdomain]/incidents/_read.ts";
import type { Translate } from "#lib/i18n/translator.ts";

/** What an empty list is for, and the first step. */
export function Empty({ filter, create, t }: { filter: Filter; create: string; t: Translate }) {
  return (
    <div className="rounded-lg border border-line border-dashed px-6 py-12 text-center">
      <h2 className="mb-1 font-semibold text-lg">{t(`admin.incidents.empty_${filter}`)}</h2>
      <p className="mx-auto max-w-prose text-muted">{t(`admin.incidents.empty_${filter}_text`)}</p>
      <Link href={create} className="button mt-4">
        {t("admin.incidents.new")}
      </Link>
    </div>
  );
}
