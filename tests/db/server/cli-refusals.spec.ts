import { cli as run } from "#tests/support/server/cli.ts";
import { test as base, expect } from "#tests/support/test.ts";

type Cli = (args: string, input?: string) => ReturnType<typeof run>;

const test = base.extend<{ cli: Cli }>({
  cli: async ({ database: _, databaseUrl }, use) =>
    use((args, input) => run(args.split(" "), { DATABASE_URL: databaseUrl }, input)),
});

const REFUSED: [string, string, string?][] = [
  ["user create --email x --organization 1 --role owner", "email must be an e-mail address"],
  [
    "user create --email a@example.com --organization 999999 --role owner",
    "There is no organization 999999",
  ],
  ["user reset-password --email nobody@example.com", "There is no user nobody@example.com"],
  [
    "user reset-password --email a@example.com --password-stdin",
    "password should be at least 10 characters",
    "short\n",
  ],
  ["user reset-second-factor --email nobody@example.com", "There is no user nobody@example.com"],
  ["user list --organization 999999", "There is no organization 999999"],
  ["api-key create --organization 999999", "There is no organization 999999"],
  [
    "seed demo --subdomain Not_Valid",
    "subdomain can only contain lowercase letters, digits and hyphens",
  ],
];

for (const [args, message, input] of REFUSED) {
  test(`what is refused is told in one line, with exit code 1: ${args}`, async ({ cli }) => {
    expect(await cli(args, input)).toEqual({ code: 1, stdout: "", stderr: `error: ${message}\n` });
  });
}

const MISUSED = [
  "bogus",
  "user create",
  "user create --email a@example.com --organization one --role owner",
  "api-key create",
  "api-key list",
  "api-key revoke --organization 1",
  "seed large --services 3",
];

for (const args of MISUSED) {
  test(`a wrong command line ends with exit code 2 and no stack trace: ${args}`, async ({
    cli,
  }) => {
    const result = await cli(args);
    expect(result).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/^error: /),
    });
    expect(result.stderr).not.toMatch(/^\s+at /m);
  });
}

const UNREACHABLE: [Record<string, string>, RegExp][] = [
  [
    { DATABASE_URL: "postgres://someone:secret@127.0.0.1:1/none" },
    /^error: The database at 127\.0\.0\.1:1 cannot be reached: connect ECONNREFUSED [^\n]+\n$/,
  ],
  [{ DATABASE_URL: "nonsense" }, /^error: Environment variable DATABASE_URL: .*\n$/],
  [
    { DATABASE_URL: "", DATA_DIR: "nowhere" },
    /^error: No database runs in .*nowhere: start the server .*\n$/,
  ],
];

for (const [env, message] of UNREACHABLE) {
  test(`a database that is not there is told in one line: ${JSON.stringify(env)}`, async () => {
    const result = await run(["organization", "create", "--name", "X"], env);
    expect(result).toMatchObject({ code: 1, stdout: "" });
    expect(result.stderr).toMatch(message);
  });
}
