import { spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readAnswer } from "./bare.ts";
import { freePort, Process } from "./processes.ts";

/** The version that is installed; null where none is. */
export const nginxVersion: string | null =
  /nginx\/([\d.]+)/.exec(spawnSync("nginx", ["-v"], { encoding: "utf8" }).stderr ?? "")?.[1] ??
  null;

const TEMPORARY = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
const OWN = ["content-type", "content-length", "etag"];

function configuration(folder: string, port: number, headers: object): string {
  const added = Object.entries(headers).filter(([name]) => !OWN.includes(name));
  const lines = added.map(
    ([name, value]) => `add_header ${name} ${JSON.stringify(String(value))};`,
  );
  return `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
events { worker_connections 4096; }
http {
  access_log off; sendfile on; tcp_nopush on; open_file_cache max=10; keepalive_requests 100000000;
  types {} default_type "${(headers as Record<string, string>)["content-type"]}";
  ${TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
  server {
    listen 127.0.0.1:${port} backlog=4096;
    root ${folder};
    location / { ${lines.join("\n")} try_files /page =404; }
  }
}`;
}

/** nginx with one process that answers from a file what another server answers to this now. */
export async function startNginx(
  asked: string,
  own: Record<string, string>,
  parent: string,
): Promise<{ url: string; process: Process }> {
  const { headers, body } = await readAnswer(asked, own);
  const port = await freePort();
  const folder = join(parent, `nginx-${port}`);
  await mkdir(folder);
  await writeFile(join(folder, "page"), body);
  await writeFile(join(folder, "nginx.conf"), configuration(folder, port, headers));
  const args = ["-p", folder, "-c", join(folder, "nginx.conf")];
  const process = new Process(args, {}, "nginx");
  const url = `http://127.0.0.1:${port}${new URL(asked).pathname}`;
  await process.until(url);
  return { url, process };
}
