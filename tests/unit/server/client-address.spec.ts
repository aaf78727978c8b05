import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "@playwright/test";
import { hasSession } from "#lib/core/access/session-cookie.ts";
import { clientAddress } from "#lib/server/front/call.ts";
import { requestId } from "#lib/server/front/request-log.ts";

function from(peer: string, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: peer });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers["x-forwarded-for"] = forwarded;
  return request;
}

test("without trusted proxies nobody can say where they come from", () => {
  expect(clientAddress(from("::ffff:192.0.2.1", "198.51.100.7"), 0)).toBe("192.0.2.1");
});

test("behind proxies only what they added is believed", () => {
  expect(clientAddress(from("10.0.0.1", "203.0.113.9, 198.51.100.7"), 1)).toBe("198.51.100.7");
  expect(clientAddress(from("10.0.0.1", "203.0.113.9, 198.51.100.7"), 2)).toBe("203.0.113.9");
  expect(clientAddress(from("10.0.0.1", "nonsense"), 1)).toBe("10.0.0.1");
});

test("a client's request id is used when it is harmless", () => {
  expect(requestId("trace-1.2_3")).toBe("trace-1.2_3");
  for (const bad of ["", "a b", "x".repeat(65), "a\nb", undefined])
    expect(requestId(bad)).toMatch(/^\w+-\w+$/);
});

test("only a session's own cookies make an answer personal", () => {
  expect(hasSession("a=1; next-auth.session-token=x")).toBe(true);
  expect(hasSession("next-auth.session-token.0=x")).toBe(true);
  expect(hasSession("__Host-next-auth.session-token=x")).toBe(false);
  expect(hasSession("a=next-auth.session-token")).toBe(false);
  expect(hasSession(undefined)).toBe(false);
});
