import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { Hosts } from "#lib/domains/host-directory/hosts.ts";
import { callOf } from "#lib/server/front/call.ts";
import { Transport } from "#lib/server/front/transport.ts";
import { withEnv } from "#tests/support/data/ordering.ts";
import { expect, test } from "#tests/support/test.ts";

const DOMAIN = "status.example.com";

function answered(headers: Record<string, string>): number | null {
  const hosts = new Hosts();
  const host = { allowed: true, certificate: "one", challenge: null };
  hosts.apply({ changes: [[DOMAIN, host]], complete: true });
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: "GET", url: "/", headers: { host: DOMAIN, ...headers } });
  const response = new ServerResponse(request);
  const call = callOf(request, response, "id");
  if (!call) throw new Error("not understood");
  const settle = new Transport(hosts).redirectOrRefusal(call);
  settle?.();
  return settle && response.statusCode;
}

test("a proxy of the domain's owner that asks us by plain HTTP is not led in circles", () => {
  const restore = withEnv({ HTTPS_PORT: "8443", TRUST_PROXY: "0" });
  const statuses = [{}, { "x-forwarded-proto": "https" }, { "x-forwarded-proto": "http" }].map(
    (headers) => answered(headers as Record<string, string>),
  );
  restore();
  expect(statuses).toEqual([301, null, 301]);
});
