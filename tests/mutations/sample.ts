import { globSync, readFileSync } from "node:fs";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { generator } from "#tests/support/data/random.ts";

/** One small change of a file below `lib`. Lines count from 1. */
export type Mutation = {
  id: string;
  room: string;
  file: string;
  line: number;
  was: string;
  becomes: string;
};

type File = Parameters<Instrumenter["instrument"]>[0][number];
type Made = Awaited<ReturnType<Instrumenter["instrument"]>>;
type Mutant = Made["mutants"][number];

/** Texts say what they say, and the compiler notices an object without its keys. */
const EXCLUDED = ["StringLiteral", "ObjectLiteral"];
const SHOWN = 70;

const no = () => false;
const nothing = () => {};
const silent = {
  ...{ isTraceEnabled: no, isDebugEnabled: no, isInfoEnabled: no },
  ...{ isWarnEnabled: no, isErrorEnabled: no, isFatalEnabled: no },
  ...{ trace: nothing, debug: nothing, info: nothing },
  ...{ warn: nothing, error: nothing, fatal: nothing },
};

async function instrument(files: [name: string, mutate: File["mutate"]][]): Promise<Made> {
  const options = { plugins: null, excludedMutations: EXCLUDED, ignorers: [] };
  const read = files.map(([name, mutate]) => {
    return { name, mutate, content: readFileSync(name, "utf8") };
  });
  const made = await new Instrumenter(silent).instrument(read, options);
  return { ...made, mutants: made.mutants.filter(({ status }) => status !== "Ignored") };
}

/** Every line that can be changed is as likely as any other, however many changes it has. */
function draw(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const random = generator(seed);
  const below = (length: number) => Math.floor(random() * length);
  const byLine = Map.groupBy(mutants, (one) => `${one.fileName}:${one.location.start.line}`);
  const lines = [...byLine.values()];
  const drawn: Mutant[] = [];
  while (drawn.length < count && lines.length > 0) {
    const [line = []] = lines.splice(below(lines.length), 1);
    drawn.push(...line.splice(below(line.length), 1));
  }
  return drawn;
}

const oneLine = (code: string) => code.replace(/\s+/g, " ").slice(0, SHOWN);

function codeAt({ fileName, location: { start, end } }: Mutant): string {
  const lines = readFileSync(fileName, "utf8")
    .split("\n")
    .slice(start.line, end.line + 1);
  lines.push((lines.pop() ?? "").slice(0, end.column));
  return lines.join("\n").slice(start.column);
}

const described = (mutant: Mutant): Mutation => ({
  id: mutant.id,
  room: mutant.fileName.split("/")[1] ?? "",
  file: mutant.fileName,
  line: mutant.location.start.line + 1,
  was: oneLine(codeAt(mutant)),
  becomes: oneLine(mutant.replacement ?? ""),
});

const identity = ({ fileName, location, replacement }: Mutant) =>
  JSON.stringify([fileName, location.start, location.end, replacement]);

/**
 * Draws mutations of the lines of rooms.
 * @returns them, and the text of the files they are in, where each waits to be switched on
 */
export async function sample(
  rooms: string[],
  count: number,
  seed: number,
): Promise<{ mutations: Mutation[]; files: readonly { name: string; content: string }[] }> {
  const files = rooms.flatMap((room) => globSync(`lib/${room}/**/*.ts`)).sort();
  const { mutants } = await instrument(files.map((file) => [file, true]));
  const drawn = Map.groupBy(draw(mutants, count, seed), ({ fileName }) => fileName);
  const wanted = new Set([...drawn.values()].flat().map(identity));
  const made = await instrument(
    [...drawn].map(([file, ones]) => [file, ones.map(({ location }) => location)]),
  );
  const mutations = made.mutants.filter((one) => wanted.delete(identity(one))).map(described);
  return { mutations, files: made.files };
}
