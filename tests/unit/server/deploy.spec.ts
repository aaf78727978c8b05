import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { ROOT } from "#tests/support/code/sources.ts";
import { ownFolder } from "#tests/support/server/folder.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = ""]) => found);

const docs = read("docs/deploy.md");
const dockerfile = read("deploy/Dockerfile");
const compose = read("deploy/compose.yaml");
const withPostgresql = read("deploy/compose.postgresql.yaml");
const cluster = read("deploy/compose.cluster.yaml");
const service = read("deploy/allclear.service");
const defaults = Object.fromEntries(
  [...read(".env.example").matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name = "", value]) => [
    name,
    value,
  ]),
);
const OF_NODE = ["NODE_ENV", "NODE_COMPILE_CACHE", "PATH"];
// Of Compose and the images themselves.
const OUTSIDE = [
  ...["ALLCLEAR_IMAGE", "BACKUPS", "PUBLISH", "POSTGRES_IMAGE", "POSTGRES_PASSWORD"],
  ...["CLUSTER_IMAGE", "SUPERUSER_PASSWORD", "REPLICATION_PASSWORD"],
];

test("image, compose files and unit set only variables that are settings", () => {
  const inImage = all(dockerfile, /^(?:ENV)? +([A-Z_]+)=/gm);
  const inCompose = all(compose + withPostgresql, /^ {6}([A-Z_]+): /gm);
  const interpolated = all(compose + withPostgresql + cluster, /\$\{([A-Z_]+)/g);
  const inUnit = all(service, /^Environment=([A-Z_]+)=/gm);
  const named = [...inImage, ...inCompose, ...interpolated, ...inUnit];
  expect(inImage).toEqual(expect.arrayContaining(["HOST", "PORT", "DATA_DIR"]));
  expect(inCompose).toEqual(expect.arrayContaining(["DATABASE_URL", "APP_SECRET"]));
  const known = [...Object.keys(defaults), ...OF_NODE, ...OUTSIDE, "POSTGRES_USER", "POSTGRES_DB"];
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test("image and compose agree on port, volume and user, with the defaults and with the docs", () => {
  const port = /PORT=(\d+)/.exec(dockerfile)?.[1];
  expect(port).toBe(defaults.PORT);
  expect(dockerfile).toMatch(new RegExp(`^EXPOSE ${port}$`, "m"));
  expect(compose).toMatch(
    new RegExp(`PORT: ${port}\\n.*\\n.*\\n.*\\n.*:-127.0.0.1:${port}}:${port}$`, "m"),
  );
  const data = /DATA_DIR=(\S+)/.exec(dockerfile)?.[1];
  expect(dockerfile).toMatch(new RegExp(`^VOLUME ${data}$`, "m"));
  expect(compose).toContain(`DATA_DIR: ${data}\n`);
  expect(compose).toContain(`- data:${data}\n`);
  const backups = /BACKUP_DIR: (\S+)/.exec(compose)?.[1];
  expect(compose).toContain(`- \${BACKUPS:-backups}:${backups}\n`);
  expect(dockerfile).toMatch(new RegExp(`mkdir .*${backups} .*\n.*chown .*${backups}$`, "m"));
  const user = /^USER (\d+):\1$/m.exec(dockerfile)?.[1];
  expect(Number(user)).toBeGreaterThan(0);
  expect(docs).toContain(`user ${user}`);
  expect(docs).toContain(`the volume \`${data}\``);
  expect(all(dockerfile, /^ARG (\w+)=/gm)).toEqual(["BUILD_IMAGE", "BASE_IMAGE"]);
  for (const name of [...all(dockerfile, /^ARG (\w+)=/gm), "PUBLISH"]) expect(docs).toContain(name);
});

test("image and unit start what npm start does, and the docs name the commands of the scripts", () => {
  const { scripts } = JSON.parse(read("package.json"));
  const [, start = ""] = / exec node (.*)$/.exec(scripts.start) ?? [];
  const command = dockerfile.split("\n").find((line) => line.startsWith("CMD")) ?? "";
  expect(JSON.parse(command.slice("CMD ".length))).toEqual(["node", ...start.split(" ")]);
  expect(service).toContain(`ExecStart=/opt/allclear/node_modules/.bin/node ${start}\n`);
  for (const name of ["worker", "cli"])
    expect(docs).toContain(/exec (node .*)$/.exec(scripts[name])?.[1]);
});

test("every file that is copied, and every file of deploy that people use, is there and explained", () => {
  const copied = all(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((line) => line.split(" "));
  expect(copied.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
  expect(all(compose, /dockerfile: (.+)/g)).toEqual(["deploy/Dockerfile"]);
  const files = readdirSync(join(ROOT, "deploy")).filter((name) => name.includes("."));
  expect(files.filter((name) => !docs.includes(`deploy/${name}`))).toEqual([]);
  const ignored = read(".dockerignore").split("\n");
  expect(ignored).toEqual(
    expect.arrayContaining([".env", "deploy/.env", ".git", ".data", "node_modules"]),
  );
});

test("the unit's folders are those of its settings and of the docs", () => {
  const [user] = all(service, /^User=(.+)/gm);
  const [data, backups] = (/^StateDirectory=(.+)/m.exec(service)?.[1] ?? "").split(" ");
  expect(service).toContain(`DATA_DIR=/var/lib/${data}\n`);
  expect(service).toContain(`BACKUP_DIR=/var/lib/${backups}\n`);
  expect(docs).toContain(`/var/lib/${backups}`);
  expect(service).toContain(
    `NODE_COMPILE_CACHE=/var/cache/${/^CacheDirectory=(.+)/m.exec(service)?.[1]}\n`,
  );
  expect(docs).toContain(
    `useradd --system --home-dir /var/lib/allclear --shell /usr/sbin/nologin ${user}\n`,
  );
  for (const path of [
    ...all(service, /^EnvironmentFile=-(.+)/gm),
    ...all(service, /^WorkingDirectory=(.+)/gm),
  ])
    expect(docs).toContain(path);
});

test("unit and compose wait for the slowest end of a node among several", () => {
  const [end = ""] = all(read("lib/server/supervisor/child.ts"), /^const END_MS = ([\d_]+);/gm);
  const seconds = Number(defaults.DRAIN_SECONDS) + (2 * Number(end.replace("_", ""))) / 1_000;
  for (const given of [
    ...all(service, /^TimeoutStopSec=(\d+)$/gm),
    ...all(compose, /stop_grace_period: (\d+)s/g),
    ...all(read("docs/operate.md"), /Give it (\d+) s before a SIGKILL/g),
  ])
    expect(Number(given)).toBeGreaterThan(seconds);
});

test("passwords that become part of an address are made without signs that it would need escaped", () => {
  const made = all(withPostgresql + cluster, /_PASSWORD:\?set \w+, by (openssl rand -\w+)/g);
  expect(new Set(made)).toEqual(new Set(["openssl rand -hex"]));
});

test("Patroni takes commands from its own machines alone", () => {
  expect(read("deploy/cluster/patroni.yml")).toContain("  allowlist_include_members: true\n");
});

test("systemd finds nothing wrong with the unit", async () => {
  const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
  test.skip(!hasSystemd, "needs systemd-analyze");
  const file = join(await ownFolder(), "allclear.service");
  writeFileSync(file, service.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});
