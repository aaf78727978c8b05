import { expect, test } from "@playwright/test";
import { isDatabaseLost } from "#db/index.ts";

const CASES: [message: string, isLost: boolean][] = [
  ["client_login_timeout (server down)", true],
  ["connect failed", true],
  ["no more connections allowed (max_client_conn)", true],
  ["query_wait_timeout", true],
  ["server conn crashed?", true],
  ["server login has been failing, try again later (server_login_retry)", true],
  ["the database system is shutting down", true],
  ["bouncer config error", false],
  ["no such database: none", false],
  ["unsupported startup parameter: statement_timeout", false],
];

for (const [message, isLost] of CASES)
  test(`a pooler that says ${message} ${isLost ? "has lost the database" : "refuses the client"}`, () => {
    const error = Object.assign(new Error(message), { code: "08P01" });
    expect(isDatabaseLost(error)).toBe(isLost);
  });
