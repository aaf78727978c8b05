"use client";
import { useState, useTransition } from "react";
import { useTranslations } from "use-intl/react";
import { checkServiceAction } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/_ui/checks/actions.ts";
import type { ServiceCheck } from "#lib/monitoring/checks/schema.ts";

type Request = ServiceCheck["requests"][number];

const PARTS = ["dns_ms", "connect_ms", "tls_ms", "first_byte_ms"] as const;

/** Checks once when asked to, and shows what came of it. */
export function CheckNow({ target }: { target: { subdomain: string; service_id: string } }) {
  const t = useTranslations("admin_checks");
  const [isChecking, begin] = useTransition();
  const [check, setCheck] = useState<ServiceCheck | null>();
  const ask = () =>
    begin(async () => setCheck(await checkServiceAction(target, {}).catch(() => null)));
  return (
    <div className="space-y-3">
      <button
        type="button"
        className="button noscript:hidden"
        data-keys="n"
        onClick={ask}
        disabled={isChecking}
      >
        {isChecking ? t("checking") : t("now")}
      </button>
      <p className="text-muted text-sm noscript:hidden">{t("now_hint")}</p>
      <div role="status" className="space-y-3">
        {check === null && <p className="note note-bad">{t("failed")}</p>}
        {check && <Result check={check} />}
      </div>
    </div>
  );
}

function Result({ check }: { check: ServiceCheck }) {
  const t = useTranslations("admin_checks");
  const { outcome, reason, detail, response_ms, requests } = check;
  const numbered = requests.map((request, index) => ({ number: index + 1, request }));
  const join = useTranslations("joined");
  const name = reason ? t(`reason.${reason}`) : t("up_text");
  const why = detail ? join("note", { name, note: detail }) : name;
  return (
    <>
      <p className={outcome === "up" ? "note" : "note note-bad"}>
        <strong>{t(`said.${outcome}`)}</strong> – {why} · {t("took", { ms: response_ms })}
      </p>
      {numbered.map(({ number, request }) => (
        <Asked key={number} request={request} number={number} />
      ))}
    </>
  );
}

function Asked({ request, number }: { request: Request; number: number }) {
  const t = useTranslations("admin_checks");
  const { method, url, status, headers } = request;
  const parts = PARTS.flatMap((name) => {
    const ms = request[name];
    return ms === null ? [] : [{ name, ms }];
  });
  return (
    <section className="rounded-lg border border-line p-3" aria-label={t("request", { number })}>
      <p className="wrap-anywhere font-mono text-sm">
        {method} {url}
      </p>
      <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {parts.map(({ name, ms }) => (
          <div key={name} className="flex gap-2">
            <dt className="text-muted">{t(`timing.${name}`)}</dt>
            <dd>{t("ms", { ms })}</dd>
          </div>
        ))}
      </dl>
      {status !== null && (
        <details className="mt-2">
          <summary className="cursor-pointer text-sm">
            {t("answer")} HTTP {status}
          </summary>
          <dl className="mt-2 space-y-1 font-mono text-xs">
            {headers.map(({ key, value }) => (
              <div key={key} className="wrap-anywhere">
                <dt className="inline text-muted">{key}: </dt>
                <dd className="inline">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}
