import { expect, test } from "@playwright/test";
import { inside, product, reachedFrom } from "#tests/support/code/product.ts";
import { places, type Source } from "#tests/support/code/sources.ts";

/** Where each bundle may have state of its own, since it comes out the same in all. */
const SAME_IN_EACH = [
  // Computed again from the same.
  "app/api/v2/document.ts",
  "lib/channels/email/message.ts",
  "lib/channels/sms/message.ts",
  "lib/channels/message-texts.ts",
  "lib/core/access/passwords.ts",
  "lib/core/fields/schema.ts",
  "lib/core/routes/place.ts",
  "lib/identity/oidc/provider.ts",
  "lib/notifications/audience/audience.ts",
  "lib/notifications/email-content.ts",
  "lib/notifications/sending/batches.ts",
  "lib/pages/branding/theme.ts",
  "lib/platform/http/hosts.ts",
  "lib/platform/i18n/translator.ts",
  "lib/site/picture/card.ts",
  "lib/site/translations/libretranslate.ts",
  // Libraries, loaded and set up.
  "lib/core/markdown/render.ts",
  "lib/pages/images/encode.ts",
  "lib/platform/log.ts",
  "lib/platform/mail/liquid.ts",
  // Of connections that the bundle opened itself, and of transactions that it runs.
  "db/prepared.ts",
  "lib/core/transaction/transact.ts",
  "lib/platform/mail/relay.ts",
  // Of the worker alone, which is one bundle.
  "lib/core/queue/enqueue.ts",
  // Moved by tests, which bundle nothing.
  "lib/platform/clock.ts",
];

// A name in capitals is a constant's; so is a table that is written out.
const STATE =
  /^(export )?(let |const [a-z]\w*(: [^=]+)? = (new (?!RegExp|URL|Intl|.*\(\[$)|\{\};|\[\];))/;

function bundleOf(isEntry: (source: Source) => boolean): Map<string, string> {
  return reachedFrom(product.filter(isEntry));
}

test("what several bundles of one process change, they share by oncePerProcess", () => {
  const bundles = [
    bundleOf(({ path }) => path === "app/main.ts"),
    bundleOf(({ path }) => path === "proxy.ts"),
    bundleOf(({ path }) => /^app\/.*\/route\.ts$/.test(path)),
    bundleOf(
      ({ path, text }) =>
        /^app\/.*\/(page|layout|not-found|error)\.tsx$/.test(path) ||
        text.startsWith('"use server"'),
    ),
  ];
  const shared = product.filter(
    ({ path }) => bundles.filter((bundle) => bundle.has(path)).length > 1,
  );
  expect(shared.length).toBeGreaterThan(300);
  const keeping = places(shared, STATE).map((place) => place.slice(0, place.indexOf(":")));
  expect([...new Set(keeping)].sort()).toEqual(SAME_IN_EACH.toSorted());
});

test("oncePerProcess is the only way to do so, each time under another name", () => {
  const others = product.filter(({ path }) => path !== "lib/platform/process/once-per-process.ts");
  expect(places(others, /Symbol\.for\(|\bglobalThis as\b|\bglobal\.\w+ =/)).toEqual([]);
  const names = inside("lib/", "db/").flatMap(({ text }) =>
    [...text.matchAll(/= oncePerProcess\(\s*"([^"]+)"/g)].map(([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(8);
  expect(names).toEqual([...new Set(names)]);
});
