import { z } from "zod";
import { type Provider, Refusal } from "#lib/services/metric-imports/provider.ts";

const HOSTS: Record<string, string> = { eu: "api.eu.newrelic.com" };
const HOST = "api.newrelic.com";
const QUERY =
  "query($id: Int!, $q: Nrql!) { actor { account(id: $id) { nrql(query: $q, timeout: 30) { results } } } }";

const Row = z.looseObject({ beginTimeSeconds: z.number(), endTimeSeconds: z.number() });
const Answer = z.object({
  data: z
    .object({
      actor: z
        .object({
          account: z
            .object({ nrql: z.object({ results: z.array(Row).nullable() }).nullable() })
            .nullable(),
        })
        .nullable(),
    })
    .nullish(),
  errors: z.array(z.object({ message: z.string().default("error") })).nullish(),
});

function asked(nrql: string, from: number, to: number): string {
  const series = /\btimeseries\b/i.test(nrql) ? "" : " TIMESERIES 5 minutes";
  const since = /\bsince\b/i.test(nrql) ? "" : ` SINCE ${from} UNTIL ${to}`;
  return `${nrql}${series}${since}`;
}

/** The first number that is not a time: the value of the function, or of its percentile. */
function valueIn(row: object): number | null {
  for (const [name, value] of Object.entries(row)) {
    if (name === "beginTimeSeconds" || name === "endTimeSeconds") continue;
    if (typeof value === "number") return value;
    const inner = value !== null && typeof value === "object" ? valueIn(value) : null;
    if (inner !== null) return inner;
  }
  return null;
}

export const newrelic: Provider = {
  every_seconds: 300,
  first_seconds: 86_400,
  request({ key, user, region }, { remote_id, from, to }) {
    const variables = { id: Number(user), q: asked(remote_id, from, to) };
    return {
      method: "POST",
      url: `https://${HOSTS[region ?? ""] ?? HOST}/graphql`,
      headers: { "api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ query: QUERY, variables }),
    };
  },
  // Errors come with status 200; a wrong region has an empty account.
  entries(body, { to }) {
    const { data, errors } = Answer.parse(body);
    const [error] = errors ?? [];
    if (error) throw new Refusal(`query refused (${error.message})`);
    const account = data?.actor?.account;
    if (!account?.nrql) throw new Refusal("no such account in this region");
    return (account.nrql.results ?? []).flatMap((row) => {
      const value = valueIn(row);
      return value === null || row.endTimeSeconds > to
        ? []
        : [{ time: row.beginTimeSeconds, value }];
    });
  },
  list: null,
};
