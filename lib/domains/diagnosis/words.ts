import type { Said, Seen } from "#lib/domains/diagnosis/diagnosis.ts";
import type { DomainReport } from "#lib/domains/diagnosis/schema.ts";
import { readableDomain } from "#lib/platform/http/hosts.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";

type Say = (key: string, values?: Record<string, string>) => string;

/** What was found, in words. */
export function textOf({ code, values }: Said, t: Translate): string {
  const domain = values?.domain && { domain: readableDomain(values.domain) };
  return (t as unknown as Say)(`admin_domain_check.said.${code}`, { ...values, ...domain });
}

function worded<T extends { said: Said }>(seen: T, t: Translate) {
  const { said, ...rest } = seen;
  return { ...rest, code: said.code, text: textOf(said, t) };
}

/** What the person who manages the DNS has to change; empty: nothing. */
function changesIn(seen: Seen, t: Translate): string[] {
  const open = seen.records.filter(({ state }) => state !== "right");
  const asked = open.map(({ type, name, expected: value }) =>
    t("admin_domain_check.forward.record", { type, name, value }),
  );
  const { target, caa_wanted, remove } = seen;
  const addresses = remove.join(", ");
  return [
    ...asked,
    ...(open.some(({ type }) => type === "A")
      ? [t("admin_domain_check.forward.either", { target })]
      : []),
    ...(remove.length > 0
      ? [t("admin_domain_check.forward.remove", { name: seen.domain, addresses })]
      : []),
    ...(open.some(({ type }) => type === "CNAME") ? [t("admin_domain_check.forward.proxy")] : []),
    ...(caa_wanted ? [t("admin_domain_check.forward.caa", caa_wanted)] : []),
    ...(seen.dnssec.state === "broken" ? [t("admin_domain_check.forward.dnssec")] : []),
  ];
}

const URGENT: readonly string[] = ["error", "warning"];

function forwardOf(seen: Seen, t: Translate): string {
  const domain = readableDomain(seen.domain);
  const wrong = [
    ...(seen.reached.state === "wrong" ? [seen.reached.said] : []),
    ...seen.problems.filter(({ urgency }) => URGENT.includes(urgency)).map(({ said }) => said),
  ];
  const problems = wrong.map((said) =>
    t("admin_domain_check.forward.problem", { text: textOf(said, t) }),
  );
  const changes = [...changesIn(seen, t), ...problems];
  if (changes.length === 0) return t("admin_domain_check.forward.nothing", { domain });
  const begin = t("admin_domain_check.forward.begin", { domain });
  return [begin, ...changes, t("admin_domain_check.forward.end")].join("\n\n");
}

/** What the doctor saw, in the words of a language. */
export function reportIn(t: Translate, seen: Seen): DomainReport {
  const { target: _, remove: __, caa_wanted: ___, ...rest } = seen;
  const { code, text, ...plain } = worded(rest, t);
  return {
    ...plain,
    code,
    text,
    way_text: t(`admin_domain_check.way.${seen.way ?? "none"}`),
    records: seen.records.map((record) => worded(record, t)),
    reached: worded(seen.reached, t),
    caa: worded(seen.caa, t),
    dnssec: worded(seen.dnssec, t),
    certificate: worded(seen.certificate, t),
    problems: seen.problems.map((problem) => worded(problem, t)),
    forward: forwardOf(seen, t),
  };
}
