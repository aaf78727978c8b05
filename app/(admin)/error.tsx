"use client";
import { useTranslations } from "use-intl/react";

type Props = { error: Error & { digest?: string } };

/** Shown in place of a screen that failed: on the server, where the error has a digest, or here. */
export default function Problem({ error }: Props) {
  const t = useTranslations("admin.problem");
  const { digest } = error;
  return (
    <main id="content" className="mx-auto max-w-xl px-4 py-16">
      <h1 className="mb-2 font-semibold text-2xl">{t(digest ? "title" : "browser_title")}</h1>
      <p className="mb-3 text-muted">{t(digest ? "text" : "browser_text")}</p>
      <p className="mb-6 break-words font-mono text-sm">
        {digest ? t("id", { id: digest }) : String(error)}
      </p>
      <button type="button" onClick={() => location.reload()} className="button">
        {t(digest ? "retry" : "reload")}
      </button>
    </main>
  );
}
