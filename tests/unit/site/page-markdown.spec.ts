import { expect, test } from "@playwright/test";
import MarkdownIt from "markdown-it";
import { incidentMarkdown, pageMarkdown } from "#lib/site/markdown.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import type { View } from "#lib/site/view/view.ts";
import { pageTelling } from "#tests/support/data/views.ts";

function telling(told: Parameters<typeof pageTelling>[0]): {
  view: View;
  incident: PublicIncident;
} {
  const { view, content } = pageTelling(told);
  const [incident] = content.incidents;
  if (!incident) throw new Error("The page tells of one incident");
  const lists = { incidents: [incident] };
  return { view: { ...view, snapshot: { ...view.snapshot, ...lists } }, incident };
}

test("an incident names the services that were deleted since", () => {
  const { view, incident } = telling({ title: "Down" });
  const deleted_services = [{ id: 5, name: "Search", translations: {}, above: [] }];
  const told = incidentMarkdown(view, {
    incident: { ...incident, deleted_services },
    postmortem: null,
  });
  expect(told).toContain("Search");
});

test("what an operator wrote stays apart from what the page says, whatever it is", () => {
  const description = "# Not a heading\n\n- a point\n</div>";
  const { view, incident } = telling({ title: "# *Down* [x](javascript:1)", description });
  const html = new MarkdownIt().render(pageMarkdown(view));
  expect(html).toContain("# *Down* [x](javascript:1)</a></h3>");
  expect(html).toMatch(/<blockquote>\s*<h1>Not a heading<\/h1>/);
  expect(html.match(/<h[12]>/g)).toEqual(["<h1>", "<h2>", "<h1>", "<h2>"]);
  const own = new MarkdownIt().render(
    incidentMarkdown(view, { incident, postmortem: { description } }),
  );
  expect(own).toContain("<h1># *Down* [x](javascript:1)</h1>");
  expect(own.match(/<blockquote>\s*<h1>Not a heading/g)).toHaveLength(2);
});

test("a page that says very much is cut to a megabyte, and says so", () => {
  const { view, incident } = telling({ description: "x".repeat(30_000) });
  const many = { ...view, snapshot: { ...view.snapshot, incidents: Array(100).fill(incident) } };
  const text = pageMarkdown(many);
  expect(Buffer.byteLength(text)).toBeLessThan(1_000_000);
  expect(text).toMatch(/\[More on the status page\]\(http:\/\/acme\.localhost:3000\)\n$/);
});
