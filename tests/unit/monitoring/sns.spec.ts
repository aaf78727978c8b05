import { createSign } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { readCall } from "#lib/monitoring/reports/call.ts";
import { answerSubscription } from "#lib/monitoring/reports/sns.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { certify } from "#tests/support/data/certificates.ts";

const { cert, keyPem } = certify({ host: "sns.amazonaws.com" });
const HOST = "sns.eu-central-1.amazonaws.com";
const MESSAGE = {
  Type: "SubscriptionConfirmation",
  MessageId: "165545c9-2a5c-472c-8df2-7ff2be2b3b1b",
  Token: "2336412f37",
  TopicArn: "arn:aws:sns:eu-central-1:123456789012:status",
  Message: "You have chosen to subscribe.\nTo confirm, visit the SubscribeURL.",
  SubscribeURL: `https://${HOST}/?Action=ConfirmSubscription&Token=2336412f37`,
  Timestamp: "2026-11-20T10:00:00.000Z",
  SignatureVersion: "1",
  SigningCertURL: `https://${HOST}/SimpleNotificationService-1.pem`,
};
const SIGNED = [
  ...["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
] as (keyof typeof MESSAGE)[];

const asked: string[] = [];
const amazon = createServer((request, response) => {
  asked.push(request.url ?? "");
  response.end(request.url?.endsWith(".pem") ? cert : "<ConfirmSubscriptionResponse/>");
});

test.beforeAll(async () => {
  await once(amazon.listen(0, "127.0.0.1"), "listening");
  const { port } = amazon.address() as AddressInfo;
  process.env.ALLOW_PRIVATE_TARGETS = "1";
  process.env.PROVIDER_URLS = `${HOST}=http://127.0.0.1:${port}`;
  provideEnv({});
});
test.afterAll(() => {
  delete process.env.ALLOW_PRIVATE_TARGETS;
  delete process.env.PROVIDER_URLS;
  provideEnv({});
  amazon.close();
});
test.beforeEach(() => void asked.splice(0));

function signed(changes: Partial<typeof MESSAGE> = {}) {
  const message = { ...MESSAGE, ...changes };
  const text = SIGNED.map((name) => `${name}\n${message[name]}\n`).join("");
  const algorithm = message.SignatureVersion === "1" ? "sha1" : "sha256";
  return { ...message, Signature: createSign(algorithm).update(text).sign(keyPem, "base64") };
}

async function answer(message: object) {
  const { subscription } = await readCall(
    "https://a.example",
    Buffer.from(JSON.stringify(message)),
  );
  if (!subscription) throw new Error("it is no subscription");
  return answerSubscription(subscription);
}

test("a subscription of SNS is confirmed once its signature is verified, in both versions", async () => {
  for (const SignatureVersion of ["1", "2"]) {
    expect(await answer(signed({ SignatureVersion }))).toMatchObject({
      understood: "test",
      detail: MESSAGE.TopicArn,
    });
    expect(asked.splice(0)).toEqual([
      "/SimpleNotificationService-1.pem",
      "/?Action=ConfirmSubscription&Token=2336412f37",
    ]);
  }
});

test("what SNS did not sign is not confirmed, and nobody else is called", async () => {
  const elsewhere = [
    "https://sns.eu-central-1.amazonaws.com.evil.example/a.pem",
    "https://evil.example/sns.eu-central-1.amazonaws.com/a.pem",
    "http://sns.eu-central-1.amazonaws.com/a.pem",
    "https://sns.eu-central-1.amazonaws.com:8443/a.pem",
    "https://a@sns.eu-central-1.amazonaws.com/a.pem",
    "https://bucket.s3.eu-central-1.amazonaws.com/a.pem",
    "https://snsx.eu-central-1.amazonaws.com/a.pem",
    "nonsense",
  ];
  for (const message of [
    { ...signed(), Token: "another" },
    { ...signed(), Signature: "AAAA" },
    { ...signed(), SignatureVersion: "3" },
    { ...MESSAGE },
    ...elsewhere.map((SigningCertURL) => signed({ SigningCertURL })),
    ...elsewhere.map((SubscribeURL) => signed({ SubscribeURL })),
  ])
    expect([message, await answer(message)]).toMatchObject([
      message,
      { understood: null, reason: "bad_signature" },
    ]);
  expect(asked.filter((url) => !url.endsWith(".pem"))).toEqual([]);
  expect(await answer({ ...MESSAGE, Type: "UnsubscribeConfirmation" })).toMatchObject({
    reason: "neither_state",
  });
});
