"use client";
import { useLocale, useTranslations } from "use-intl/react";
import type { ContrastReport } from "#lib/site/contrast-report.ts";
import { Swatch, useLook } from "./look.tsx";

/** A ratio stays on one line. */
function unbroken(text: string) {
  return text.split(/([\d.,]+ : 1)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence keep their places
    <span key={`${index}-${part}`} className={index % 2 === 1 ? "whitespace-nowrap" : undefined}>
      {part}
    </span>
  ));
}

function Verdict({ told }: { told: ContrastReport | undefined }) {
  const t = useTranslations("admin_appearance.contrast");
  const one = new Intl.NumberFormat(useLocale(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    roundingMode: "floor",
  });
  if (!told) return null;
  const { ratio, is_good, shown, shown_ratio } = told;
  const text = is_good
    ? t("good", { ratio: one.format(ratio) })
    : t("shown", { ratio: one.format(ratio), colour: shown, shown: one.format(shown_ratio) });
  return (
    <>
      <Swatch colour={shown} /> {unbroken(text)}
    </>
  );
}

/** How well each colour can be read, and what the page shows in place of one that cannot. */
export function Contrast() {
  const t = useTranslations("admin_appearance");
  const told = useLook().look.contrast;
  const names = [...new Set(told.map(({ name }) => name))];
  const find = (name: string, scheme: string) =>
    told.find((one) => one.name === name && one.scheme === scheme);
  return (
    <details className="mb-6" open>
      <summary className="font-medium">{t("contrast.title")}</summary>
      <p className="mb-2 text-muted text-sm">{t("contrast.text")}</p>
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2 lg:grid-cols-3">
        {names.map((name) => (
          <div key={name}>
            <dt className="font-medium">{t(`fields.${name}.label`)}</dt>
            {(["light", "dark"] as const).map((scheme) => (
              <dd key={scheme}>
                <span className="text-muted">{t(`contrast.on_${scheme}`)}</span>{" "}
                <Verdict told={find(name, scheme)} />
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
}
