import { expect, test } from "@playwright/test";
import { kindOf, OFFERED } from "#app/(admin)/pages/[subdomain]/integrations/_kinds.ts";
import { INTEGRATION_NAMES, kindOf as ruleOf } from "#lib/pages/integrations/kinds.ts";

test("the form of each kind asks for what the kind needs, and for where its secrets go", () => {
  for (const name of OFFERED) {
    const asked = kindOf(name).fields.map(({ field }) => field);
    const { needs, sent_to = [] } = ruleOf(name);
    expect([name, asked]).toEqual([name, expect.arrayContaining([...needs])]);
    if (sent_to.length > 0)
      expect([name, sent_to.some((field) => asked.includes(field))]).toEqual([name, true]);
  }
  const offered = INTEGRATION_NAMES.filter((name) => !name.startsWith("cdn_"));
  expect([...OFFERED].sort()).toEqual(offered.sort());
});
