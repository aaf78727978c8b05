import { spawnSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { ROOT } from "#tests/support/code/sources.ts";
import { certify } from "#tests/support/data/certificates.ts";
import { request } from "#tests/support/http/http.ts";
import { ownFolder } from "#tests/support/server/folder.ts";
import { listenHere, shut } from "#tests/support/server/loopback.ts";
import { ownPort } from "#tests/support/server/port.ts";
import {
  checkProxy,
  findProxy,
  findTool,
  type ProxyName,
  startProxy,
} from "#tests/support/stand-ins/reverse-proxies.ts";

const CHART = join(ROOT, "deploy/helm/allclear");
const TEMPLATE = ["template", "status", CHART, "--kube-version", "1.34"];

function runs(program: string, args: string[], more: object = {}): string {
  const options = { encoding: "utf8", cwd: join(ROOT, "deploy"), ...more } as const;
  const { status, stdout, stderr } = spawnSync(program, args, options);
  expect(status, `${program} ${args.join(" ")}\n${stdout}\n${stderr}`).toBe(0);
  return String(stdout);
}

/** Skips where it is not there, by its name. */
function needed(name: string, version: string, how: string): string {
  const program = findTool(name, version);
  test.skip(program === undefined, `needs ${name}: ${how}`);
  return program ?? "";
}

const PROXIES: [name: ProxyName, how: string][] = [
  ["nginx", "apt-get install nginx"],
  ["caddy", "apt-get install caddy"],
  ["haproxy", "apt-get install haproxy"],
  ["varnish", "apt-get install varnish varnish-modules"],
];

for (const [name, how] of PROXIES)
  test(`${name} accepts its file`, async () => {
    const program = findProxy(name);
    test.skip(program === undefined, `needs ${name}: ${how}`);
    const { status, stderr } = checkProxy(name, program ?? "", await ownFolder());
    expect(status, stderr).toBe(0);
    expect(stderr).not.toMatch(/\[(warn|WARNING)\]/);
  });

test("HAProxy sends no call again whose answer was lost", async () => {
  const haproxy = needed("haproxy", "-v", "apt-get install haproxy");
  let posts = 0;
  const app = createServer((request, response) => {
    if (request.method === "POST") {
      posts += 1;
      request.socket.destroy();
    } else response.writeHead(request.url?.startsWith("/readyz") ? 200 : 404).end();
  });
  const ports = { app: await listenHere(app), http: await ownPort(), https: await ownPort() };
  const { cert, keyPem } = certify({ host: "status.example.com" });
  const certificates = { "status.example.com": cert + keyPem };
  const proxy = await startProxy("haproxy", haproxy, ports, certificates, await ownFolder());
  // Other paths are redirected to HTTPS.
  const url = `http://127.0.0.1:${ports.http}/.well-known/none`;
  const { status } = await fetch(url, { method: "POST", body: "{}" });
  await proxy.stop();
  await shut(app);
  expect([status, posts]).toEqual([502, 1]);
});

test("Varnish keeps a copy no longer than the last answer says, and visitors purge nothing", async () => {
  const varnish = needed("varnishd", "-V", "apt-get install varnish varnish-modules");
  let asked = 0;
  const lifetimes = ["max-age=60", "", ""];
  const app = createServer((request, response) => {
    const isReady = request.url?.startsWith("/readyz");
    if (request.url !== "/page") return void response.writeHead(isReady ? 200 : 404).end();
    const lifetime = lifetimes[asked++];
    const headers = {
      etag: '"1"',
      xkey: "page:7",
      "cache-control": "s-maxage=0, stale-if-error=9",
    };
    const status = request.headers["if-none-match"] ? 304 : 200;
    response
      .writeHead(status, { ...headers, ...(lifetime && { "surrogate-control": lifetime }) })
      .end("text");
  });
  const ports = { app: await listenHere(app), http: await ownPort(), https: 0 };
  const purge = await ownPort();
  const proxy = await startProxy("varnish", varnish, { ...ports, purge }, {}, await ownFolder());
  const read = () => request(ports.http, "localhost", "/page");
  const purged = (port: number) => {
    const headers = { "xkey-softpurge": "page:7" };
    return fetch(`http://127.0.0.1:${port}/`, { method: "PURGE", headers });
  };
  expect((await read()).headers).not.toHaveProperty("surrogate-control");
  await read();
  const [visitor, worker] = [await purged(ports.http), await purged(purge)];
  expect([asked, visitor.status, worker.status]).toEqual([1, 403, 200]);
  await read();
  await read();
  await proxy.stop();
  await shut(app);
  expect(asked).toBe(3);
});

test("HAProxy accepts its file where names are resolved while it runs", () => {
  const haproxy = needed("haproxy", "-v", "apt-get install haproxy");
  const env = { ...process.env, RESOLVE: "on" };
  runs(haproxy, ["-c", "-q", "-f", "cluster/haproxy.cfg"], { env });
});

test("the Caddyfile is written as Caddy formats it", () => {
  const caddy = needed("caddy", "version", "apt-get install caddy");
  runs(caddy, ["fmt", "Caddyfile"]);
});

const SECRETS = {
  APP_SECRET: "a",
  POSTGRES_PASSWORD: "b",
  SUPERUSER_PASSWORD: "c",
  REPLICATION_PASSWORD: "d",
};

for (const files of [
  ["compose.yaml"],
  ["compose.yaml", "compose.postgresql.yaml"],
  ["compose.cluster.yaml"],
])
  test(`Compose accepts ${files.join(" with ")}`, () => {
    const compose = needed("docker-compose", "version --short", "Docker Compose 2.24 or newer");
    const args = files.flatMap((file) => ["--file", file]);
    const env = { ...process.env, ...SECRETS };
    const { services } = JSON.parse(
      runs(compose, [...args, "config", "--format", "json"], { env }),
    );
    for (const [name, { ports = [] }] of Object.entries<{ ports?: object[] }>(services))
      expect(ports.length, name).toBe(["allclear", "haproxy"].includes(name) ? 1 : 0);
  });

test("nodes of the cluster get no password of the database's own accounts", async () => {
  const compose = needed("docker-compose", "version --short", "Docker Compose 2.24 or newer");
  const folder = await ownFolder();
  for (const name of ["compose.yaml", "compose.cluster.yaml", "cluster/etcd.env"])
    cpSync(join(ROOT, "deploy", name), join(folder, name));
  const settings = Object.entries({ ...SECRETS, SMTP_EHLO_NAME: "mail.example.com" });
  writeFileSync(join(folder, ".env"), settings.map((pair) => `${pair.join("=")}\n`).join(""));
  const args = ["--file", "compose.cluster.yaml", "config", "--format", "json"];
  const { services } = JSON.parse(runs(compose, args, { cwd: folder }));
  expect(services.node1.environment).toMatchObject({
    ...{ SMTP_EHLO_NAME: "mail.example.com", SUPERUSER_PASSWORD: "", REPLICATION_PASSWORD: "" },
  });
  expect(services.db1.environment).not.toHaveProperty("APP_SECRET");
});

const EVERYTHING = `
existingSecret: allclear
database: { existingSecret: allclear-db-app }
settings: { SMTP_EHLO_NAME: mail.example.com, NODES: 9 }
server: { autoscaling: { enabled: true } }
ingress: { enabled: true, className: nginx, tls: [{ hosts: [status.example.com], secretName: tls }] }
networkPolicy: { from: [{ namespaceSelector: {} }] }
metrics: { enabled: true }
imagePullSecrets: [{ name: registry }]
tolerations: [{ key: status, operator: Exists }]
`;
const LEAST = "existingSecret: allclear\nworker: { replicas: 0 }\nserver: { replicas: 1 }\n";
const HTTPS = "existingSecret: allclear\nhttps: true\nservice: { type: LoadBalancer }\n";

const CHARTS: [what: string, values: string, kinds: string[]][] = [
  ["the least", LEAST, ["Deployment", "NetworkPolicy", "Service"]],
  [
    "its own HTTPS",
    HTTPS,
    ["Deployment", "Deployment", "NetworkPolicy", "PodDisruptionBudget", "Service"],
  ],
  [
    "everything",
    EVERYTHING,
    [
      ...["Deployment", "Deployment", "HorizontalPodAutoscaler", "Ingress", "NetworkPolicy"],
      ...["PodDisruptionBudget", "Service"],
    ],
  ],
];

for (const [what, values, kinds] of CHARTS)
  test(`the chart with ${what} is in order for Helm and Kubernetes`, async () => {
    const helm = needed("helm", "version", "go install helm.sh/helm/v3/cmd/helm@latest");
    const folder = await ownFolder();
    const [file, drawn] = [join(folder, "values.yaml"), join(folder, "drawn.yaml")];
    writeFileSync(file, values);
    const options = ["--kube-version", "1.34", "--values", file];
    runs(helm, ["lint", "--strict", ...options, CHART]);
    const text = runs(helm, ["template", "status", ...options, CHART]);
    expect([...text.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind).sort()).toEqual(kinds);
    writeFileSync(drawn, text);
    const validate = needed("kubernetes-validate", "--version", "pip install kubernetes-validate");
    for (const version of ["1.25", "1.37"])
      runs(validate, ["--strict", "--no-warn", "-k", version, drawn]);
  });

test("the chart divides the database's connections by all nodes of an upgrade", async () => {
  const helm = needed("helm", "version", "go install helm.sh/helm/v3/cmd/helm@latest");
  const nodes = (...more: string[]) => {
    const args = more.flatMap((value) => ["--set", value]);
    const text = runs(helm, [...TEMPLATE, "--set", "existingSecret=x", ...args]);
    return [...text.matchAll(/name: NODES\n +value: "(\d+)"/g)].map(([, count]) => count);
  };
  expect(nodes()).toEqual(["6", "6"]);
  expect(nodes("worker.replicas=0")).toEqual(["4"]);
  expect(nodes("server.autoscaling.enabled=true")).toEqual(["9", "9"]);
  expect(nodes("settings.NODES=20")).toEqual(["20", "20"]);
});

test("the chart's Ingress takes the host of its url and the names below it, or those given", () => {
  const helm = needed("helm", "version", "go install helm.sh/helm/v3/cmd/helm@latest");
  const hosts = (...more: string[]) => {
    const set = ["existingSecret=x", "ingress.enabled=true", "url=https://a.example:8443", ...more];
    const text = runs(helm, [...TEMPLATE, ...set.flatMap((value) => ["--set", value])]);
    return [...text.matchAll(/^ +host: "(.+)"$/gm)].map(([, host]) => host);
  };
  expect(hosts()).toEqual(["a.example", "*.a.example"]);
  expect(hosts("ingress.hosts={b.example}")).toEqual(["b.example"]);
});

test("the chart refuses values that it does not know, and none of a secret", () => {
  const helm = needed("helm", "version", "go install helm.sh/helm/v3/cmd/helm@latest");
  for (const [set, reason] of [
    ["url=https://x.example/", "existingSecret"],
    ["existingSecret=x,replicas=2", "replicas"],
    ["existingSecret=x,settings.appUrl=x", "appUrl"],
    ["existingSecret=x,url=status.example.com", "url"],
    ["existingSecret=x,service.type=LoadBalancer", "choose their address"],
    ["existingSecret=x,service.type=NodePort", "choose their address"],
  ] as const) {
    const { status, stderr } = spawnSync(helm, [...TEMPLATE, "--set", set]);
    expect([status, String(stderr)]).toEqual([1, expect.stringContaining(reason)]);
  }
});
