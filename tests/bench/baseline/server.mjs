import { createServer } from "node:http";
import next from "next";

const app = next({ dev: false, dir: import.meta.dirname });
await app.prepare();
const handle = app.getRequestHandler();
createServer((request, response) => handle(request, response)).listen(
  Number(process.argv[2]),
  "127.0.0.1",
);
