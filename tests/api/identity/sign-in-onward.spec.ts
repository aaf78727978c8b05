import type { ActionName } from "#lib/api/action-list.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { type Fields, postForm } from "#tests/support/actions/call.ts";
import { cookieOf, mintSubject } from "#tests/support/actions/people.ts";
import { made } from "#tests/support/actions/sample.ts";
import { SAMPLES } from "#tests/support/actions/samples.ts";
import { WITHOUT_WORKER } from "#tests/support/server/env.ts";
import { expect, test } from "#tests/support/test.ts";

test.use({ serverEnv: WITHOUT_WORKER });

/** Ways to write another site where a path of this one is expected. */
const ELSEWHERE = [
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https://evil.example/x",
  "https:evil.example",
  "javascript:alert(1)",
  "%2f%2fevil.example",
  "/%2f%2fevil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  " //evil.example",
  "/.//evil.example",
  "@evil.example",
];

/** Every name under which somebody might hand over where to go. */
function everywhere(value: string): Record<string, string> {
  const names = ["next", "back", "return", "return_to", "url", "redirect", "callbackUrl", "path"];
  return Object.fromEntries(names.map((name) => [name, value]));
}

/** Where a browser that is led there arrives. */
function originOf(location: string, base: string): string {
  return URL.canParse(location, base) ? new URL(location, base).origin : `none: ${location}`;
}

/** What leads on, by whom it is called. */
const LEADING = {
  signInAction: "anybody",
  codeAction: "anybody",
  secondStepAction: "anybody",
  signOutAction: "member",
  acceptAction: "anybody",
  joinAction: "anybody",
  switchAccountAction: "member",
  forgotAction: "anybody",
  resetAction: "anybody",
  confirmAddressAction: "anybody",
  stopAddressAction: "anybody",
  beginTwoFactorAction: "member",
  confirmTwoFactorAction: "member",
  renewRecoveryCodesAction: "member",
  shownAction: "member",
  createUserKeyAction: "member",
} as const satisfies Partial<Record<ActionName, "anybody" | "member">>;

for (const [name, caller] of Object.entries(LEADING) as [keyof typeof LEADING, string][]) {
  test(`${name} leads to this site, whatever the form says`, async ({ database, server }) => {
    const led: string[] = [];
    for (const value of ELSEWHERE) {
      const subject = await mintSubject(database);
      const { sent, ids, cookie } = await made(name, SAMPLES[name], subject);
      const more = (fields: Fields): Fields => ({ ...fields, ...everywhere(value) });
      const filled = "form" in sent ? { form: more(sent.form) } : sent;
      const changed = "bare" in filled ? { bare: more(filled.bare) } : filled;
      const { headers } = await postForm(
        server,
        name,
        { sent: changed, ids },
        {
          cookie: caller === "member" ? await cookieOf(database, subject.user) : cookie,
          headers: { "x-forwarded-for": `2001:db8:9:${subject.user.id.toString(16)}::1` },
        },
      );
      led.push(`${value} → ${originOf(headers.location ?? "none:", server.url)}`);
    }
    expect(led).toEqual(ELSEWHERE.map((value) => `${value} → ${server.url}`));
  });
}

const SCREENS = [
  "/sign-in",
  "/sign-in/code",
  "/sign-in/second-step",
  "/sign-in/continue",
  "/sign-in/done",
  "/sign-in/oidc",
  "/sign-in/oidc/callback",
  "/secure",
  "/forgot-password",
  "/account/recovery-codes",
  "/api/auth/signin",
  "/api/auth/signout",
  "/api/auth/error",
];

test("no screen of signing in leads or links to another site, whatever its address says", async ({
  database,
  server,
}) => {
  const { user, organization } = await mintSubject(database);
  const cookie = await cookieOf(database, user);
  await database
    .updateTable("status_pages")
    .set({ member_restricted: true, updated_at: wireNow() })
    .where("id", "=", organization.page.id)
    .execute();
  const { page } = organization;
  const own = [server.url, server.pageUrl(page.subdomain)];
  const led: string[] = [];
  const wishes: Record<string, string>[] = [
    {},
    { page: page.subdomain },
    { page: page.subdomain, browser: "b".repeat(43) },
  ];
  for (const path of SCREENS)
    for (const value of ELSEWHERE)
      for (const wish of wishes)
        for (const headers of [{}, { cookie }] as Record<string, string>[]) {
          const address = `${path}?${new URLSearchParams({ ...everywhere(value), ...wish })}`;
          const answer = await server.request(address, { headers });
          const links = [...answer.text.matchAll(/(?:href|action|url)="?=?([^"'>\s]+)/g)];
          const targets = links
            .map(([, link = ""]) => link.replaceAll("&amp;", "&"))
            .filter((link) => !link.startsWith("data:image/"));
          for (const target of [answer.headers.location ?? "/", ...targets])
            if (!own.includes(originOf(target, server.url))) led.push(`${address} → ${target}`);
        }
  expect(led).toEqual([]);
});
