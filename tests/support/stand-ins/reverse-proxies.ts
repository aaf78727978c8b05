import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#tests/support/code/sources.ts";
import { certify } from "#tests/support/data/certificates.ts";
import { request } from "#tests/support/http/http.ts";
import { looksUntil } from "#tests/support/server/looks.ts";

/** Where the program listens, and where the proxy does; `purge` where Varnish takes purges. */
export type Ports = { app: number; http: number; https: number; purge?: number };
export type ProxyName = "nginx" | "caddy" | "haproxy" | "varnish";

type Proxy = {
  program: string;
  /** Version, which any of them tells. */
  version: string;
  file: string;
  /** The file of `deploy` with other addresses. */
  adapt(text: string, ports: Ports, folder: string): string;
  check(file: string, folder: string): string[];
  run(file: string, ports: Ports, folder: string): string[];
};

const here = (port: number) => `127.0.0.1:${port}`;

function replaced(text: string, changes: [from: string | RegExp, to: string][]): string {
  return changes.reduce((changed, [from, to]) => {
    const next = changed.replaceAll(from, to);
    if (next === changed) throw new Error(`the file has no ${from}`);
    return next;
  }, text);
}

const NODE = "127.0.0.1:3000";

const PROXIES: Record<ProxyName, Proxy> = {
  nginx: {
    program: "nginx",
    version: "-v",
    file: "nginx.conf",
    adapt(text, { app, http, https }, folder) {
      const servers = replaced(text, [
        [NODE, here(app)],
        [/^\tlisten \[::\].*\n/gm, ""],
        ["listen 80 ", `listen ${here(http)} `],
        ["listen 443 ", `listen ${here(https)} `],
        ["/etc/nginx/certificates", join(folder, "certificates")],
      ]);
      const user = process.getuid?.() === 0 ? "user root;" : "";
      return `${user} daemon off; pid ${folder}/pid; error_log ${folder}/log;
events {}
http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
${servers} }\n`;
    },
    check: (file, folder) => ["-t", "-q", "-e", join(folder, "log"), "-c", file],
    run: (file, _, folder) => ["-e", join(folder, "log"), "-c", file],
  },
  caddy: {
    program: "caddy",
    version: "version",
    file: "Caddyfile",
    adapt: (text, { app, http, https }, folder) =>
      replaced(text, [
        [NODE, here(app)],
        [
          "\ton_demand_tls {",
          `\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tlocal_certs
\tskip_install_trust\n\tstorage file_system ${folder}/caddy\n\ton_demand_tls {`,
        ],
      ]),
    check: (file) => ["validate", "--adapter", "caddyfile", "--config", file],
    run: (file) => ["run", "--adapter", "caddyfile", "--config", file],
  },
  haproxy: {
    program: "haproxy",
    version: "-v",
    file: "cluster/haproxy.cfg",
    adapt: (text, { app, http, https }) =>
      replaced(text, [
        ["bind :80\n", `bind ${here(http)}\n`],
        ["bind :443 ", `bind ${here(https)} `],
        [/^listen primary(.|\n)*/gm, ""],
        ["node1:3000", here(app)],
        [/node[23]:3000/g, here(1)],
      ]),
    check: (file) => ["-c", "-q", "-f", file],
    run: (file) => ["-db", "-f", file],
  },
  varnish: {
    program: "varnishd",
    version: "-V",
    file: "varnish/default.vcl",
    adapt: (text, { app }) => replaced(text, [['"3000"', `"${app}"`]]),
    check: (file, folder) => ["-C", "-j", "none", "-n", folder, "-f", file],
    run: (file, { http, purge = 0 }, folder) => [
      ...["-F", "-j", "none", "-n", folder, "-T", "none", "-s", "malloc,64m"],
      ...["-a", here(http), "-a", `purge=${here(purge)}`, "-f", file],
    ],
  },
};

/** For HAProxy. */
function env(folder: string): NodeJS.ProcessEnv {
  return { ...process.env, CERTIFICATES: join(folder, "certificates") };
}

const PLACES = ["", "/usr/sbin/", "/usr/local/bin/"];

/** @returns how to start a program; undefined when it is not on this machine */
export function findTool(name: string, version: string): string | undefined {
  return PLACES.map((place) => place + name).find(
    (path) => spawnSync(path, version.split(" ")).error === undefined,
  );
}

/** PEM with key by host. */
type Certificates = Record<string, string>;

function prepared(name: ProxyName, ports: Ports, certificates: Certificates, folder: string) {
  const { file, adapt } = PROXIES[name];
  const path = join(folder, "config");
  mkdirSync(join(folder, "certificates"), { recursive: true });
  for (const [host, pem] of Object.entries(certificates))
    writeFileSync(join(folder, "certificates", `${host}.pem`), pem);
  const text = readFileSync(join(ROOT, "deploy", file), "utf8");
  writeFileSync(path, adapt(text, ports, folder));
  return path;
}

export function findProxy(name: ProxyName): string | undefined {
  return findTool(PROXIES[name].program, PROXIES[name].version);
}

/** What the program itself says of its file. */
export function checkProxy(name: ProxyName, program: string, folder: string) {
  const { cert, keyPem } = certify({ host: "status.example.com" });
  const ports = { app: 3001, http: 3080, https: 3443 };
  const file = prepared(name, ports, { "status.example.com": cert + keyPem }, folder);
  const options = { encoding: "utf8", env: env(folder) } as const;
  return spawnSync(program, PROXIES[name].check(file, folder), options);
}

export type RunningProxy = { ports: Ports; stop(): Promise<void> };

/** Starts one in front of the program with its file of `deploy`. */
export async function startProxy(
  name: ProxyName,
  program: string,
  ports: Ports,
  certificates: Certificates,
  parent: string,
): Promise<RunningProxy> {
  const folder = mkdtempSync(join(parent, `${name}-`));
  const file = prepared(name, ports, certificates, folder);
  const child: ChildProcess = spawn(program, PROXIES[name].run(file, ports, folder), {
    env: env(folder),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      said += chunk;
    });
  const ended = once(child, "exit");
  const answers = async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`);
    const path = "/.well-known/allclear-domain/none";
    return request(ports.http, "localhost", path).then(
      ({ status }) => status === 404,
      () => false,
    );
  };
  await looksUntil(answers);
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return { ports, stop };
}
