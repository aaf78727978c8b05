import type { Diagnosis, Finding } from "#lib/domains/diagnosis/diagnosis.ts";
import type { DomainReport } from "#lib/domains/diagnosis/schema.ts";
import { readableDomain } from "#lib/platform/http/hosts.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";

type Say = (key: string, values?: Record<string, string>) => string;

export function textOf({ code, values }: Finding, t: Translate): string {
  const domain = values?.domain && { domain: readableDomain(values.domain) };
  return (t as unknown as Say)(`admin_domain_check.said.${code}`, { ...values, ...domain });
}

function translated<T extends { said: Finding }>(diagnosis: T, t: Translate) {
  const { said, ...rest } = diagnosis;
  return { ...rest, code: said.code, text: textOf(said, t) };
}

function changesIn(diagnosis: Diagnosis, t: Translate): string[] {
  const open = diagnosis.records.filter(({ state }) => state !== "right");
  const asked = open.map(({ type, name, expected: value }) =>
    t("admin_domain_check.forward.record", { type, name, value }),
  );
  const { target, caa_wanted, remove } = diagnosis;
  const addresses = remove.join(", ");
  return [
    ...asked,
    ...(open.some(({ type }) => type === "A")
      ? [t("admin_domain_check.forward.either", { target })]
      : []),
    ...(remove.length > 0
      ? [t("admin_domain_check.forward.remove", { name: diagnosis.domain, addresses })]
      : []),
    ...(open.some(({ type }) => type === "CNAME") ? [t("admin_domain_check.forward.proxy")] : []),
    ...(caa_wanted ? [t("admin_domain_check.forward.caa", caa_wanted)] : []),
    ...(diagnosis.dnssec.state === "broken" ? [t("admin_domain_check.forward.dnssec")] : []),
  ];
}

const URGENT: readonly string[] = ["error", "warning"];

function forwardOf(diagnosis: Diagnosis, t: Translate): string {
  const domain = readableDomain(diagnosis.domain);
  const wrong = [
    ...(diagnosis.reached.state === "wrong" ? [diagnosis.reached.said] : []),
    ...diagnosis.problems.filter(({ urgency }) => URGENT.includes(urgency)).map(({ said }) => said),
  ];
  const problems = wrong.map((said) =>
    t("admin_domain_check.forward.problem", { text: textOf(said, t) }),
  );
  const changes = [...changesIn(diagnosis, t), ...problems];
  if (changes.length === 0) return t("admin_domain_check.forward.nothing", { domain });
  const begin = t("admin_domain_check.forward.begin", { domain });
  return [begin, ...changes, t("admin_domain_check.forward.end")].join("\n\n");
}

export function reportIn(t: Translate, diagnosis: Diagnosis): DomainReport {
  const { target: _, remove: __, caa_wanted: ___, ...rest } = diagnosis;
  const { code, text, ...plain } = translated(rest, t);
  return {
    ...plain,
    code,
    text,
    way_text: t(`admin_domain_check.way.${diagnosis.way ?? "none"}`),
    records: diagnosis.records.map((record) => translated(record, t)),
    reached: translated(diagnosis.reached, t),
    caa: translated(diagnosis.caa, t),
    dnssec: translated(diagnosis.dnssec, t),
    certificate: translated(diagnosis.certificate, t),
    problems: diagnosis.problems.map((problem) => translated(problem, t)),
    forward: forwardOf(diagnosis, t),
  };
}
