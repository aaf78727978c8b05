import { expect, test } from "@playwright/test";
import { renderCounted } from "#lib/core/markdown/render.ts";

const render = (source: string) => renderCounted(source).html;

test("HTML and scripts in an update come out as harmless text", () => {
  const html = render(
    '<script>alert(1)</script> <img src=x onerror=alert(1)> [a](javascript:alert(1)) [b](data:text/html,x) <a href="x" onclick="y">c</a>',
  );
  expect(html).not.toMatch(/<(script|img|a)\b/i);
  expect(html).toContain("&lt;script&gt;");
});

test("links tell nobody where the reader came from, and images are not loaded", () => {
  expect(render("[a](https://x.example)")).toBe(
    '<p><a href="https://x.example" rel="nofollow noopener">a</a></p>',
  );
  expect(render('![a "b](https://x.example/y.png)')).toBe(
    '<p><a href="https://x.example/y.png" rel="nofollow noopener">a &quot;b</a></p>',
  );
});

test("headings stand below those of the page", () => {
  expect(render("# One\n\n### Two")).toBe("<h4>One</h4>\n<h4>Two</h4>");
});

test("an image inside a link is its text, and one after it a link again", () => {
  expect(render("[![a](/x)](/y) ![b](/z)")).toBe(
    '<p><a href="/y" rel="nofollow noopener">a</a> <a href="/z" rel="nofollow noopener">b</a></p>',
  );
});

test("a table is a table, and no table becomes a multiple of what was written", () => {
  expect(render("|a|b|\n|-|-|\n|1|2|")).toContain("<td>2</td>");
  const wide = `${"|a".repeat(181)}|\n${"|-".repeat(181)}|\n${"x\n".repeat(363)}\n`;
  const source = wide.repeat(45);
  expect(render(source).length).toBeLessThan(10 * source.length);
});
