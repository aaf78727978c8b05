import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
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

const SLOWEST = 25;
/** Fewer tests are no whole run. */
const MANY = 500;

/** The spec files that took longest, in seconds: the sum of their tests, hooks included. */
function slowest(tests: readonly TestCase[]): string[] {
  const seconds = new Map<string, number>();
  for (const { location, results } of tests) {
    const file = relative(process.cwd(), location.file);
    const sum = results.reduce((total, { duration }) => total + duration / 1_000, 0);
    seconds.set(file, (seconds.get(file) ?? 0) + sum);
  }
  const files = [...seconds].toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST);
  return files.map(([file, sum]) => `${sum.toFixed(1).padStart(8)} s  ${file}\n`);
}

/** Ends the output with the slowest spec files, and `N passed, N failed`. */
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
    if (tests.length > MANY)
      process.stdout.write(`the slowest spec files:\n${slowest(tests).join("")}`);
    if (process.env.TEST_SEED !== "1")
      process.stdout.write(`TEST_SEED=${process.env.TEST_SEED} tries the same cases again\n`);
    const failed = this.status === "passed" ? counts.failed : Math.max(counts.failed, 1);
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
    process.stdout.write(`${counts.passed} passed, ${failed} failed${skipped}\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
