import { createServer, type ServerResponse } from "node:http";
import { expect, test } from "@playwright/test";
import { failureOf } from "#lib/core/forms/state.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { busy, fail, refuse, unavailable } from "#lib/server/supervisor/refuse.ts";
import { request } from "#tests/support/http/http.ts";
import { listenHere, shut } from "#tests/support/server/loopback.ts";

type Refuse = (response: ServerResponse) => void;

async function answerTo(refusing: Refuse, headers: Record<string, string>) {
  const server = createServer((_request, response) => refusing(response));
  const port = await listenHere(server);
  try {
    return await request(port, "localhost", "/", { method: "POST", headers });
  } finally {
    await shut(server);
  }
}

const REFUSALS: [Refuse, status: number, said: string][] = [
  [(response) => refuse(response, 403, "Foreign", "r1"), 403, "answers.refused"],
  [(response) => refuse(response, 404, "Not found", "r1"), 404, "answers.gone"],
  [(response) => refuse(response, 429, "Too many requests", "r1"), 429, "answers.too_often"],
  [(response) => fail(new AppError("too_slow", "Slow"), response, "r1"), 408, "answers.slow"],
  [(response) => fail(new AppError("too_large", "Big"), response, "r1"), 413, "answers.too_large"],
  [(response) => refuse(response, 500, "Internal", "r1"), 500, "answers.failed"],
  [(response) => unavailable(response, "r1"), 503, "answers.busy"],
  [(response) => busy(response, "", "de", "r1"), 503, "answers.busy"],
];

test("an action's script is told the status of every refusal, and says what it means", async () => {
  for (const [refusing, status, said] of REFUSALS) {
    const answer = await answerTo(refusing, { "next-action": "40ab" });
    // Next drops the text of any other type, a charset included.
    expect([answer.status, answer.headers["content-type"]]).toEqual([status, "text/plain"]);
    expect(failureOf(new Error(answer.text)), said).toBe(said);
    const plain = await answerTo(refusing, {});
    expect(plain.status).toBe(status);
    expect(plain.headers["content-type"]).toMatch(/json|html/);
  }
});

test("only what got no answer is called unanswered", () => {
  const strange = new Error("An unexpected response was received from the server.");
  expect(failureOf(strange)).toBe("answers.not_ours");
  expect(failureOf(Object.assign(new Error("An error"), { digest: "1" }))).toBe("answers.failed");
  expect(failureOf(new TypeError("Failed to fetch"))).toBe("unreachable");
});

test("each has a sentence of its own, in both languages of the admin", () => {
  const names = ["refused", "gone", "slow", "too_large", "too_often", "busy", "failed"] as const;
  const more = ["outdated", "outdated_kept", "not_ours"] as const;
  for (const locale of ["en", "de"]) {
    const t = translator(locale);
    const said = [...names, ...more].map((name) => t(`admin.errors.answers.${name}`, { max: 3 }));
    expect(new Set([...said, t("admin.errors.unreachable")]).size).toBe(said.length + 1);
  }
});
