import type { ReactNode } from "react";
import type { Translate } from "#lib/platform/i18n/translator.ts";

type Props = {
  title: string;
  t: Translate;
  /** In place of the product's name. */
  brand?: ReactNode;
  children: ReactNode;
};

/** A screen that asks one thing. */
export function Screen({ title, t, brand, children }: Props) {
  return (
    <main
      id="content"
      className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center px-4 py-12"
    >
      <title>{t("admin.title", { title })}</title>
      {brand || <p className="mb-6 font-semibold text-muted">{t("admin.product")}</p>}
      <h1 className="mb-4 font-semibold text-2xl">{title}</h1>
      {children}
    </main>
  );
}
