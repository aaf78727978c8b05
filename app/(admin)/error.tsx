"use client";
import { useTranslations } from "use-intl/react";

/** What cannot be shown: the reason is in the log. */
export default function Problem() {
  const t = useTranslations("admin.problem");
  return (
    <main id="content" className="mx-auto max-w-xl px-4 py-16">
      <h1 className="mb-2 font-semibold text-2xl">{t("title")}</h1>
      <p className="mb-6 text-muted">{t("text")}</p>
      <button type="button" onClick={() => location.reload()} className="button">
        {t("retry")}
      </button>
    </main>
  );
}
