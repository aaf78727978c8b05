import { readFileSync } from "node:fs";

// Every process of the recorded product loads this first. Its time stands still until the recorder
// moves it, so that it is the same in every recording.
function time_ms(): number {
  return Number(readFileSync(process.env.RECORDING_TIME ?? "", "utf8"));
}

globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [time_ms()], newTarget),
  get: (target, name) => (name === "now" ? time_ms : Reflect.get(target, name)),
});
