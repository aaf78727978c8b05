import { randomBytes } from "node:crypto";
import { visitOf } from "#tests/support/data/subscribers.ts";
import type { Response } from "#tests/support/http/http.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { expect } from "#tests/support/stand-ins/mail-test.ts";

export const PATH = "/api/v2/subscribers.json";

export const FORM_TYPE = "application/x-www-form-urlencoded";

/** A browser on another site, at an address that nobody else has. */
export function foreign(): Record<string, string> {
  const address = `198.18.${randomBytes(2).join(".")}`;
  return { origin: "https://shop.example", "x-forwarded-for": address };
}

export type Fields = Record<string, string>;

export type Subscriber = {
  id: string;
  mode: string;
  email: string | null;
  endpoint: string | null;
};

export function formBody(fields: Fields): string {
  const named = Object.entries(fields).map(([name, value]) => [`subscriber[${name}]`, value]);
  return new URLSearchParams(named).toString();
}

/** What a script on another site sends to a page. */
export function scriptOf(server: TestServer, subdomain: string, more: Record<string, string> = {}) {
  const visit = visitOf(server, subdomain);
  const headers = { ...foreign(), "content-type": FORM_TYPE, ...more };
  const send = (method: string) => (fields: Fields) =>
    visit(PATH, { method, headers, body: formBody(fields) });
  return { post: send("POST"), remove: send("DELETE") };
}

export function subscriberOf(answer: Response): Subscriber {
  expect(answer.status, answer.text).toBe(201);
  return answer.json<{ subscriber: Subscriber }>().subscriber;
}
