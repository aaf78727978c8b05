// The yardstick of the cached page: node:http answering the same bytes with the same headers, and
// nothing else.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [, , port, file] = process.argv;
const { headers, body } = JSON.parse(readFileSync(file, "utf8"));
const bytes = Buffer.from(body, "base64");
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(bytes);
});
server.listen(Number(port), "127.0.0.1");
