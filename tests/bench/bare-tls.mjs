import { readFileSync } from "node:fs";
import { createServer } from "node:https";

// The bare server that ours is measured beside. Arguments: port, files of certificate and key.
const [port, certificate, key] = process.argv.slice(2);
const terms = { cert: readFileSync(certificate), key: readFileSync(key) };
createServer(terms, (_request, response) => response.end("ok")).listen(Number(port), "127.0.0.1");
