import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { HttpError } from "#lib/platform/http/failure.ts";
import { type MailError, verdictOnMail } from "#lib/platform/mail/mail-verdict.ts";
import { subjectOf } from "#lib/platform/mail/refusal-words.ts";
import { mailOutcome, type Refusal } from "#lib/platform/verdict.ts";

const ADA = "ada@example.net";

/** As nodemailer throws it. */
function errorOf(command: string, answer: string): MailError {
  const response = answer.replaceAll("<x>", `<${ADA}>`);
  const isAuth = command.startsWith("AUTH");
  return {
    ...{ command, response, responseCode: Number(answer.slice(0, 3)) },
    code: isAuth ? "EAUTH" : "EENVELOPE",
  };
}

function labelOf(refusal: Refusal): string {
  if (refusal.outcome === "never_again") return refusal.about;
  if (refusal.about === "us") return refusal.stops ? "stop" : "us";
  if (refusal.throttled) return "slow";
  return refusal.scope === "recipient" ? "later" : "none";
}

const text = readFileSync(new URL("smtp-answers.txt", import.meta.url), "utf8");
const all = text.split("\n").flatMap((line) => {
  const [label, command, answer] = line.split("\t");
  if (!label || !command || !answer) return [];
  return [[command, answer.replaceAll("\\n", "\n"), label] as const];
});

test("each documented answer of a mail server has its verdict", () => {
  expect(all.length).toBeGreaterThan(150);
  const wrong = all.flatMap(([command, answer, label]) => {
    const found = labelOf(verdictOnMail(errorOf(command, answer), ADA));
    return found === label ? [] : [`${command} ${answer} is ${found}, not ${label}`];
  });
  expect(wrong).toEqual([]);
});

test("a refusal before RCPT TO blames nobody, whatever it says", () => {
  for (const [, answer] of all)
    for (const command of ["CONN", "EHLO", "AUTH PLAIN", "MAIL FROM"] as const)
      expect(labelOf(verdictOnMail(errorOf(command, answer), ADA)), answer).not.toBe("person");
});

test("a verdict on one recipient or one message pauses nobody, and owners read no address", () => {
  for (const [command, answer, label] of all) {
    const verdict = verdictOnMail(errorOf(command, answer), ADA);
    expect(JSON.stringify(verdict), answer).not.toContain(ADA);
    const outcome = mailOutcome(verdict);
    const isTold = outcome.outcome === "try_again" && outcome.trouble !== undefined;
    expect(isTold, answer).toBe(["us", "stop", "slow"].includes(label));
  }
});

test("without an answer it is the moment's, and says which certificate is at fault", () => {
  const unanswered = (error: MailError) => verdictOnMail(error, ADA);
  expect(unanswered({ code: "ECONNECTION", command: "CONN" })).toMatchObject({
    ...{ about: "moment", reason: "mail server ECONNECTION CONN", answer: null, unsure: false },
  });
  expect(unanswered({ code: "ETIMEDOUT", command: "DATA" })).toMatchObject({ unsure: true });
  const message = "self-signed certificate in certificate chain";
  expect(unanswered({ code: "ESOCKET", command: "CONN", message }).reason).toBe(
    `mail server ESOCKET CONN (${message})`,
  );
  expect(unanswered({}).reason).toBe("mail server");
  expect(verdictOnMail(new HttpError("address_refused"), ADA)).toMatchObject({
    ...{ about: "us", stops: true },
  });
  expect(verdictOnMail(new HttpError("unknown_host"), ADA)).toMatchObject({ about: "moment" });
});

const SUBJECTS: [text: string, subject: ReturnType<typeof subjectOf>][] = [
  ["550 5.1.0 nope", "unknown"],
  ["550 5.7.1 nope", "us"],
  ["550 5.1.1.9 nope", "unknown"],
  ["550 15.1.1 nope", "unknown"],
  ["550 mailbox is full", "full"],
  ["550 over quota", "full"],
  ["550 quota exceeded", "us"],
  ["550 5.7.1 account disabled", "us"],
  ["550 5.5.0 account disabled", "person"],
  ["550 5.1.1 mailbox full", "full"],
  ["550 5.1.1 your account sends too much", "us"],
  ["550 5.1.1 sender blocked", "us"],
  ["550 5.1.2 nope", "later"],
  ["550 5.1.2 your hostname cannot be resolved", "us"],
  ["550 5.7.1 Requested action not taken: mailbox unavailable", "us"],
  ["550 spam@example.com https://virus.example", "unknown"],
];

test("a code alone convicts nobody where the words say that it is us", () => {
  for (const [text, subject] of SUBJECTS) expect(subjectOf(text), text).toBe(subject);
});
