import type { Said, Seen } from "#lib/domains/doctor/seen.ts";

type Looks = Pick<Seen, "domain" | "records" | "caa" | "certificate"> & {
  isProven: boolean;
  isServed: boolean;
  isPlain: boolean;
  /** Whether the page's domain was set up before. */
  wasActive: boolean;
  /** Whether the name's owner gave it to another page. */
  isOthers: boolean;
};

/** Whether all the TXT records that were promised are there. */
export function hasTexts({ records }: Pick<Seen, "records">): boolean {
  return records.every(({ type, state }) => type !== "TXT" || state === "right");
}

function codeOf(looks: Looks): [Seen["state"], Said["code"]] {
  const { records, isProven, isServed, isPlain, wasActive, isOthers } = looks;
  const { caa, certificate } = looks;
  if (!isProven && wasActive) return ["failed", "lost"];
  if (isOthers) return ["waiting", "waiting_owner"];
  if (!isProven) {
    const isRight = records.every(({ type, state }) => type === "TXT" || state === "right");
    return ["waiting", isRight ? "waiting_way" : "waiting_records"];
  }
  if (!hasTexts(looks) && !wasActive) return ["waiting", "waiting_txt"];
  if (isServed) return ["right", isPlain ? "all_right_http" : "all_right"];
  if (caa.state === "forbidden" && certificate.source !== "uploaded")
    return ["waiting", "waiting_caa"];
  return ["waiting", "waiting_certificate"];
}

/** All of it in one sentence. */
export function summaryOf(looks: Looks): Pick<Seen, "state" | "said"> {
  const [state, code] = codeOf(looks);
  return { state, said: { code, values: { domain: looks.domain } } };
}
