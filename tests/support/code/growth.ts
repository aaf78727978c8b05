/** Fewest ms of several runs, so that a busy machine does not count. */
function fastest(run: () => unknown): number {
  const times = Array.from({ length: 7 }, () => {
    const began = performance.now();
    run();
    return performance.now() - began;
  });
  return Math.min(...times);
}

/** How many times as long a text of four times the length takes: 4 if linear, 16 if quadratic. */
export function growthOf(part: string, length: number, read: (text: string) => unknown): number {
  const fill = (most: number) => part.repeat(Math.ceil(most / part.length)).slice(0, most);
  const [long, short] = [fill(4 * length), fill(length)];
  read(short);
  return fastest(() => read(long)) / fastest(() => read(short));
}
