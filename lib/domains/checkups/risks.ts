import type { Said, Seen } from "#lib/domains/doctor/seen.ts";

/**
 * What will keep the certificate of a domain in use from being renewed, or visitors from the page.
 * Of uploaded certificates their owners are told elsewhere.
 */
export function risksOf({ reached, dnssec, caa, certificate }: Seen): Said[] {
  const isAnothers = certificate.source === "uploaded" || certificate.source === "elsewhere";
  const isEnding = certificate.state === "expiring" || certificate.state === "invalid";
  return [
    ...(dnssec.state === "broken" ? [dnssec.said] : []),
    ...(reached.state !== "right" && dnssec.state !== "broken" ? [reached.said] : []),
    ...(caa.state === "forbidden" && !isAnothers ? [caa.said] : []),
    ...(isEnding && certificate.source !== "uploaded" ? [certificate.said] : []),
  ];
}
