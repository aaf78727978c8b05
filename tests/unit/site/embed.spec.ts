import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { frameHtml } from "#lib/site/embed-frame.ts";
import type { View } from "#lib/site/view/view.ts";
import { ROOT } from "#tests/support/code/sources.ts";
import { pageTelling } from "#tests/support/data/views.ts";

const file = (path: string) => join(ROOT, "public", path);

function viewOf(title: string, count = 1): View {
  const { view, content } = pageTelling({ title });
  const [incident] = content.incidents;
  const incidents = Array.from({ length: count }, (_, index) => ({ ...incident, id: 7 + index }));
  const state = { severity: "major", type: "major" };
  const text = "Payments and Mail are down";
  const snapshot = { ...view.snapshot, state, incidents };
  return { ...view, snapshot, sentence: { ...view.sentence, text } } as unknown as View;
}

test("the scripts for other sites are small, set no cookie and no style attribute", () => {
  expect(statSync(file("embed/script.js")).size).toBeLessThanOrEqual(5_120);
  expect(statSync(file("badge.js")).size).toBeLessThanOrEqual(7_168);
  for (const path of ["embed/script.js", "embed/frame.js", "badge.js"]) {
    const text = readFileSync(file(path), "utf8");
    expect(text, path).not.toMatch(/document\.cookie|innerHTML|"style"|\beval\b|localStorage/);
  }
});

test("the frame says nothing while all is well", () => {
  const { view } = pageTelling({});
  expect(frameHtml(view)).toContain("<body></body>");
});

test("the frame tells of the one thing that goes on, of several the sentence, never more than text", () => {
  const one = frameHtml(viewOf("<b>Payments</b> fail"));
  expect(one).toContain("<h1>&lt;b&gt;Payments&lt;/b&gt; fail</h1>");
  expect(one).toContain('data-news="1.7.9"');
  expect(one).toContain('href="http://acme.localhost:3000/incidents/7"');
  const several = frameHtml(viewOf("Payments fail", 2));
  expect(several).toContain("<h1>Payments and Mail are down</h1>");
  expect(several).toContain("2 ongoing events");
  expect(several).toContain('href="http://acme.localhost:3000"');
  expect(several).toContain('data-news="2.8.9"');
});
