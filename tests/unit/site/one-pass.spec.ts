import { createRequire } from "node:module";
import { expect, test } from "@playwright/test";
import { createElement, Fragment, version } from "react";
import { version as domVersion } from "react-dom";
import { renderToString } from "react-dom/server";
import { inside, reachedFrom } from "#tests/support/code/product.ts";
import { places } from "#tests/support/code/sources.ts";

const require = createRequire(import.meta.url);
const nextsReact = require("next/dist/compiled/react");
const nextsDom = require("next/dist/compiled/react-dom");

/** `19.3` of `19.3.0-canary-…`: what a minor version brings changes what is drawn. */
function minorOf(of: string): string {
  return of.split(".").slice(0, 2).join(".");
}

test("elements are made by Next's React and drawn by ours: both are the same version", () => {
  expect(minorOf(nextsReact.version)).toBe(minorOf(version));
  expect(minorOf(nextsDom.version)).toBe(minorOf(domVersion));
});

test("our React draws what Next's makes, as its own would", () => {
  const tree = ({ createElement: make, Fragment: Several }: typeof nextsReact) =>
    make("main", { id: "main", "data-days": 3 }, [
      make(({ name }: { name: string }) => make("h1", null, "Status of ", name), {
        key: "a",
        name: "A & B",
      }),
      make(Several, { key: "b" }, "one", " ", 2, null, false),
      make("img", { key: "c", src: "/logo.png", alt: "" }),
      make("p", { key: "d", dangerouslySetInnerHTML: { __html: "<b>raw</b>" } }),
    ]);
  const drawn = renderToString(tree(nextsReact));
  expect(drawn).toBe(renderToString(tree({ createElement, Fragment })));
  expect(drawn).toContain("<h1>Status of <!-- -->A &amp; B</h1>one<!-- --> <!-- -->2<img");
});

test("nothing of a public page waits while it is drawn", () => {
  const reached = reachedFrom(inside("app/(public)/"));
  const files = inside("app/").filter(({ path }) => reached.has(path));
  expect(files.length).toBeGreaterThan(80);
  const components = files.filter(({ path }) => path.endsWith(".tsx"));
  // A page itself is asked before anything is drawn.
  const waiting =
    /\bSuspense\b|\blazy\(|\buse(?:[A-Z]\w*)?\(|(?<!export default )\basync function [A-Z]|\bconst [A-Z]\w* = async\b/;
  expect(places(components, waiting)).toEqual([]);
});
