// A mail server that throws everything away and says over HTTP how much came, and when the first
// and the last did. Over HTTP it also takes mail as Mailgun does: `messages` are its calls.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

const [smtpPort, httpPort] = process.argv.slice(2).map(Number);
const NOTHING = { count: 0, calls: 0, first_ms: null, last_ms: null, example: "" };
const came = { ...NOTHING };
let pause_ms = 0;

function note(count) {
  came.first_ms ??= Date.now();
  came.last_ms = Date.now();
  came.count += count;
}

new SMTPServer({
  disabledCommands: ["AUTH", "STARTTLS"],
  logger: false,
  onData(stream, _session, callback) {
    const parts = [];
    if (came.example === "") stream.on("data", (chunk) => parts.push(chunk));
    else stream.resume();
    stream.on("end", () => {
      note(1);
      if (parts.length > 0) came.example = Buffer.concat(parts).toString();
      if (pause_ms > 0) setTimeout(callback, pause_ms);
      else callback();
    });
  },
})
  .on("error", () => {})
  .listen(smtpPort, "127.0.0.1");

createServer(async (request, response) => {
  if (request.method === "POST") {
    const form = new URLSearchParams(await text(request));
    note(form.getAll("to").length);
    came.calls += 1;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ id: `<${came.calls}@bench>`, message: "Queued. Thank you." }));
    return;
  }
  response.end(JSON.stringify(came));
  // From now on, with so much time before each answer.
  if (request.method === "PUT") {
    pause_ms = Number(await text(request));
    Object.assign(came, NOTHING);
  }
}).listen(httpPort, "127.0.0.1");
