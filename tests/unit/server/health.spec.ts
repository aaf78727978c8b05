import type { ServerResponse } from "node:http";
import { expect, test } from "@playwright/test";
import { answerReadiness } from "#lib/server/front/health.ts";

const JSON_BODY = '{"status":"unavailable","app":true,"database":false}';
const ANSWERS: [what: string, status: number, body: string | null, search: string, said: number][] =
  [
    ["an app that is ready", 200, '{"status":"ok","app":true,"database":true}', "", 200],
    ["an app without its database", 503, JSON_BODY, "", 503],
    ["the same where that is enough", 503, JSON_BODY, "database=optional", 200],
    ["an answer that is no JSON", 200, "<html>", "database=optional", 503],
    ["an empty answer", 200, "", "", 503],
    ["no answer", 200, null, "database=optional", 503],
  ];

for (const [what, status, body, search, said] of ANSWERS)
  test(`readiness of ${what} is ${said}`, async () => {
    const answers: number[] = [];
    const response = { writeHead: (code: number) => answers.push(code), end: () => {} };
    const call = { response: response as unknown as ServerResponse, search, request_id: "r-1" };
    await answerReadiness(call, {
      get: async () => {
        if (body === null) throw new Error("lost");
        return { status, body: Buffer.from(body), headers: {} };
      },
    });
    expect(answers).toEqual([said]);
  });
