import { existsSync, readFileSync } from "node:fs";
import type { FullResult, Reporter, Suite, TestCase } from "@playwright/test/reporter";

type Kind = "passed" | "failed" | "skipped";

// A test that never ran, because something before it broke, has not passed.
function kindOf(test: TestCase): Kind {
  if (test.outcome() === "expected" || test.outcome() === "flaky") return "passed";
  return test.expectedStatus === "skipped" && test.results.length > 0 ? "skipped" : "failed";
}

/** What the browser showed when a test of a screen failed: the log is all that CI keeps. */
function shown(test: TestCase): string[] {
  const files = test.results
    .filter(({ status }) => status !== "passed")
    .flatMap(({ attachments }) => attachments)
    .flatMap(({ name, path }) =>
      name === "error-context" && path && existsSync(path) ? [path] : [],
    );
  return files.map((file) => {
    const [, snapshot = ""] = /```yaml\n([\s\S]*?)```/.exec(readFileSync(file, "utf8")) ?? [];
    return `${test.title}: the browser showed\n${snapshot}`;
  });
}

/** Ends the output with `N passed, N failed`. */
export default class SummaryReporter implements Reporter {
  private suite: Suite | undefined;
  private status: FullResult["status"] = "passed";

  onBegin(_config: unknown, suite: Suite): void {
    this.suite = suite;
  }

  onEnd(result: FullResult): void {
    this.status = result.status;
  }

  async onExit(): Promise<void> {
    const tests = this.suite?.allTests() ?? [];
    const onlyListed = this.status === "passed" && tests.every((test) => test.results.length === 0);
    if (onlyListed) return;
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const test of tests) counts[kindOf(test)] += 1;
    for (const text of tests.flatMap(shown)) process.stdout.write(text);
    const late = tests.filter((test) => test.outcome() === "flaky");
    for (const test of late)
      process.stdout.write(`passed at the second try: ${test.titlePath().slice(2).join(" › ")}\n`);
    const failed = this.status === "passed" ? counts.failed : Math.max(counts.failed, 1);
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
    process.stdout.write(`${counts.passed} passed, ${failed} failed${skipped}\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
