import { globSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { levelOf, withoutSecret } from "#lib/server/front/request-log.ts";

test("what scanners do not find is no warning; refusals and failures are", () => {
  const levels = [200, 304, 404, 401, 422, 500, 503].map(levelOf);
  expect(levels).toEqual(["info", "info", "info", "warn", "warn", "error", "error"]);
});

test("no token of a path is logged, whichever screen or operation has it", () => {
  const files = globSync("app/**/{page.tsx,route.ts}").filter((file) => file.includes("[token]"));
  const paths = files.map((file) =>
    file
      .replace(/^app/, "")
      .replace(/\/[^/]+$/, "")
      .replaceAll(/\/\([^/]+\)/g, "")
      .replace("[token]", "s3cret")
      .replaceAll(/\[\w+\]/g, "acme"),
  );
  expect(paths.length).toBeGreaterThan(13);
  const also = paths.map((path) => path.replace(/^\/s\/acme/, ""));
  const logged = [...paths, ...also].map(withoutSecret);
  expect(logged.filter((path) => !path.includes("…") || path.includes("s3cret"))).toEqual([]);
  const inbox = "/api/v2/services/0b1f9a4e-7a55-4e0c-9d27-3b1c7a9e1d11/report";
  expect(withoutSecret(inbox)).toBe("/api/v2/services/…/report");
  for (const path of ["/", "/incidents/7", "/api/v2/status_pages/acme/incidents", "/login"])
    expect(withoutSecret(path)).toBe(path);
});
