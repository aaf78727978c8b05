import type { IncomingMessage, ServerResponse } from "node:http";
import { type RequestScope, requestScope } from "#lib/core/request/request-scope.ts";
import { capture } from "#lib/server/app/capture.ts";
import { answerWithoutNext } from "#lib/server/app/visitors.ts";
import { type BareIncident, mintIncident } from "#tests/support/data/incidents.ts";
import { mintPage, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

type Asked = { renders: string[]; refused: RequestScope["refused"] };

/** Asks for paths of a host, one after the other: what came to Next, and the last refusal. */
async function ask(host: string, paths: string[], address = "192.0.2.1"): Promise<Asked> {
  const renders: string[] = [];
  const handler = answerWithoutNext(async ({ url }: IncomingMessage, response: ServerResponse) => {
    renders.push(url ?? "");
    response.end();
  });
  const scope: RequestScope = { request_id: "", address };
  for (const url of paths)
    await requestScope.run(scope, () => capture(handler, { url, headers: { host } }));
  return { renders, refused: scope.refused };
}

function begun(service: number): BareIncident {
  return {
    severity: "major",
    starts_at: "2026-01-01T00:00:00",
    ends_at: null,
    service_ids: [service],
  };
}

test("what leads to nothing costs no render", async ({ database, organization }) => {
  const { id, subdomain } = organization.page;
  const host = `${subdomain}.localhost:3000`;
  const elsewhere = await mintPage(database, organization.id);
  const service = await mintService(database, elsewhere.id);
  const incident = await mintIncident(database, elsewhere.id, begun(service));
  const nothing = [
    ...[`/services/${service}`, `/incidents/${incident}`, `/incidents/${incident}/calendar.ics`],
    ...["/services/x", "/incidents/0", "/info_notices/999999999", "/history/2999-01-01"],
    ...["/history/x", "/incidents/99999999999999999999"],
  ];
  expect(await ask(host, nothing)).toEqual({ renders: [], refused: "nothing" });
  const under = nothing.map((path) => `/s/${subdomain}${path}`);
  expect(await ask("localhost:3000", under)).toEqual({ renders: [], refused: "nothing" });
  const own = await mintService(database, id);
  const there = [
    ...["/", "/404", "/rss", "/history/2026-01-01"],
    `/services/${own}`,
    `/incidents/${await mintIncident(database, id, begun(own))}`,
  ];
  expect(await ask(host, there)).toEqual({ renders: there, refused: undefined });
});

test("a host without a page, and a page that is not for the visitor, cost no render", async ({
  database,
  organization,
}) => {
  const paths = ["/", "/404", "/rss", "/incidents/1"];
  for (const host of ["no-such-page.localhost:3000", "status.example.com"])
    expect(await ask(host, paths)).toEqual({ renders: [], refused: "no_page" });
  const closed = await mintPage(database, organization.id, { restricted_ips: "192.0.2.1" });
  const host = `${closed.subdomain}.localhost:3000`;
  expect(await ask(host, paths, "192.0.2.2")).toEqual({ renders: [], refused: "restricted" });
  expect((await ask(host, ["/"], "192.0.2.1")).renders).toEqual(["/"]);
});
