import type { NotificationContent } from "#lib/channels/channel.ts";
import { CONTENT } from "#tests/support/data/stories.ts";

const LONG = "Ещё один сбой 👩‍👩‍👧‍👦 في الخدمة ";
/** What an operator or an importing tool may write, by what is odd in it. */
export const TEXTS: Record<string, string> = {
  cyrillic: LONG.repeat(2_000),
  zalgo: `Z${"\u0301\u0327\u0353".repeat(5_000)} gone`,
  "right to left": `\u202e${"مرحبا ".repeat(3_000)}`,
  paragraphs: "One paragraph.\n\n".repeat(10_000),
  lines: "- line\n".repeat(3_000),
  nested: Array.from({ length: 15 }, (_, deep) => `${"  ".repeat(deep)}- level ${deep}`).join("\n"),
  "open fence": `Run\n\n\`\`\`sh\n${"curl <token> @all *x*\n".repeat(1_000)}`,
  "fence in fence": "````\n```\n<!channel>\n```\n````",
  everybody: "<!channel> @everyone @all <@U1> <users/all> <at>everyone</at> [@here](https://a.de)",
  placeholders: "{{constructor}} {{ 7 | times: 7 }} $x %s :fire:",
  table: "| a | b |\n|---|---|\n".concat("| *1* | [2](https://example.com/x) |\n".repeat(500)),
  html: '<b>bold</b> <script>alert(1)</script> &amp; <img src=x onerror="1"> </font>'.repeat(100),
  links: '[a link](https://example.com/(x)?a=<b>&c="d") <https://example.com/@all> '.repeat(300),
  styles: "***a* b** **c *d*** ~~e **f**~~ `g` **`h`** _i_**j**".repeat(200),
  "other links": "[a](/b) [c](mailto:x@y.de) [d](ftp://x) ![e](f.png) [](https://a.de)",
  quotes: "> > quoted\n> - list\n>   ```\n>   code\n>   ```\n".repeat(200),
  costly: `${"|a".repeat(400)}|\n${"|-".repeat(400)}|\n${"|\n".repeat(1_000)}`,
  nothing: "",
};

const over = { type: null, severity: null };
export const SHAPES: Record<string, Partial<NotificationContent>> = {
  incident: {},
  resolved: { is_over: true, ends_at: CONTENT.posted_at },
  maintenance: { kind: "maintenance", severity: "scheduled", plan: "postponed" },
  notice: { kind: "notice", services: [], ...over },
  test: { kind: "notice", subject: "test", services: [], url: CONTENT.page.url, ...over },
};
