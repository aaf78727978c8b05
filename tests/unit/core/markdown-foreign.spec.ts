import { expect, test } from "@playwright/test";
import { chatMarkdown, DISCORD } from "#lib/channels/chat-markdown.ts";
import { markdownLines } from "#lib/core/markdown/lines.ts";
import { plainHtml, renderCounted } from "#lib/core/markdown/render.ts";
import { withoutComments } from "#lib/core/markdown/source.ts";
import { markdownText } from "#lib/core/markdown/text.ts";
import { PostUpdate } from "#lib/incidents/schema.ts";
import { fitTexts } from "#lib/site/view/texts.ts";

const html = (source: string) =>
  renderCounted(source).html.replaceAll(' rel="nofollow noopener"', "");
const chat = (source: string) => chatMarkdown(markdownLines(source) ?? [], DISCORD);

test("a comment is shown nowhere, whatever the text goes through", async () => {
  const secret = "<!-- internal: do not name Acme -->";
  for (const source of [
    `Down ${secret} now`,
    `Down\n${secret}\nnow`,
    `Down \`code\` it's ${secret} now`,
    `\`\`\`Down\`\`\` ${secret} now`,
    `- Down\n  ${secret}\n- now`,
    `> Down\n> ${secret}\n> now`,
    `Down <!-- internal\n\n\`\`\`\nAcme\n\`\`\`\n--> now`,
    `Down \` ${secret}\n\nnow \``,
    `Down\n\n\`\`\`\ncode\n\`\`\`\n${secret}\n\nnow`,
    `Down ${secret} ${"now ".repeat(400)}`,
    `<details>\n<summary>Down ${secret}</summary>\n\nnow\n</details>`,
  ]) {
    const all = [html(source), plainHtml(source), markdownText(source), markdownText(source, 50)];
    const by = {};
    const texts = await fitTexts([{ by, text: source }], 8_000);
    for (const shown of [...all, chat(source), texts.get(by)?.html ?? ""]) {
      expect(shown).toContain("Down");
      expect(shown).not.toMatch(/internal|Acme|--/);
    }
    const { description } = PostUpdate.parse({ description: source });
    expect(description).not.toMatch(/internal|Acme/);
  }
  expect(PostUpdate.safeParse({ description: secret }).success).toBe(false);
});

test("what stands in code, is escaped or never ends is no comment", () => {
  for (const source of [
    "`<!-- a -->`",
    "``a ` <!-- a -->``",
    "```html\n<!-- a -->\n```",
    "~~~\n<!-- a -->",
    "- ```\n  <!-- a -->\n  ```",
    "\\<!-- a -->",
    "<!-- a",
    "a --> b <!-- c",
  ])
    expect(withoutComments(source)).toBe(source);
  const many = "<!-- ".repeat(13_000);
  expect(withoutComments(`-->${many}`)).toBe(`-->${many}`);
});

const p = (inner: string) => `<p>${inner}</p>`;
const a = (href: string, text: string) => `<a href="${href}">${text}</a>`;

const CASES: [source: string, html: string, text: string][] = [
  ["a<br>b<BR />c<br/>\nd", p("a<br>\nb<br>\nc<br>\nd"), "a\nb\nc\nd"],
  ["`a<br>b`", p("<code>a&lt;br&gt;b</code>"), "a<br>b"],
  ["a <b>b</b>", p("a &lt;b&gt;b&lt;/b&gt;"), "a <b>b</b>"],
  [
    "<details open>\n<summary>Log</summary>\n\n- a\n</details>",
    `${p("<strong>Log</strong>")}\n<ul>\n<li>a</li>\n</ul>`,
    "Log\n\n- a",
  ],
  ["[run *book*](docs/run.md) on", p("run <em>book</em> on"), "run book on"],
  ["![g](images/g.png), ![](g.png)", p("g, g.png"), "g, g.png"],
  ["[a](#b) [c](/d)", p(`a ${a("/d", "c")}`), "a c (/d)"],
  ["[a][b]\n\n[b]: c.md", p("a"), "a"],
  ["**状态：**已解决", p("<strong>状态：</strong>已解决"), "状态：已解决"],
  ["请**“重启”**服务", p("请<strong>“重启”</strong>服务"), "请“重启”服务"],
  ["これは**（重要）**です", p("これは<strong>（重要）</strong>です"), "これは（重要）です"],
  ["*状态：*已解决", p("<em>状态：</em>已解决"), "状态：已解决"],
  ["**상태:**해결됨", p("<strong>상태:</strong>해결됨"), "상태:해결됨"],
  ["**Status:**Resolved", p("<strong>Status:</strong>Resolved"), "Status:Resolved"],
  ["**a** b **c:** d", p("<strong>a</strong> b <strong>c:</strong> d"), "a b c: d"],
  ["2**(x) + 3**(y)", p("2**(x) + 3**(y)"), "2**(x) + 3**(y)"],
  ["host:*80 and port:*90", p("host:*80 and port:*90"), "host:*80 and port:*90"],
  ["f(*args, **kwargs)", p("f(*args, **kwargs)"), "f(*args, **kwargs)"],
  [
    "www.example.com/a, www.x and example.com",
    p(`${a("http://www.example.com/a", "www.example.com/a")}, www.x and example.com`),
    "www.example.com/a, www.x and example.com",
  ],
  ["help@example.com", p(a("mailto:help@example.com", "help@example.com")), "help@example.com"],
  [
    "<https://a.example/x?y|our [docs]> and <https://b.example>",
    p(
      `${a("https://a.example/x?y", "our [docs]")} and ${a("https://b.example", "https://b.example")}`,
    ),
    "our [docs] (https://a.example/x?y) and https://b.example",
  ],
  ["<mailto:a@b.example|mail>", p(a("mailto:a@b.example", "mail")), "mail (mailto:a@b.example)"],
  [
    "`<https://a.example|b>`",
    p("<code>&lt;https://a.example|b&gt;</code>"),
    "<https://a.example|b>",
  ],
  [
    "- [ ] a\n- [x] b\n- [y] c",
    "<ul>\n<li>☐ a</li>\n<li>☑ b</li>\n<li>[y] c</li>\n</ul>",
    "- ☐ a\n- ☑ b\n- [y] c",
  ],
  ["[x] a", p("[x] a"), "[x] a"],
  ["a[^1]\n\n[^1]: b", `${p("a[^1]")}\n${p("[^1]: b")}`, "a[^1]\n\n[^1]: b"],
  ["`[^1]: b`", p("<code>[^1]: b</code>"), "[^1]: b"],
  ["ask <@U1|Ada> in <#C1|ops> <@U2>", p("ask @Ada in #ops &lt;@U2&gt;"), "ask @Ada in #ops <@U2>"],
];

test("what people write for GitHub and Slack reads as they mean it, as HTML and as text", () => {
  for (const [source, shown, text] of CASES) {
    expect([source, html(source)]).toEqual([source, shown]);
    expect([source, markdownText(source)]).toEqual([source, text]);
  }
  expect(markdownText("|a|b|\n|-|-|\n|1<br>2|3|")).toBe("a | b\n1 2 | 3");
});
