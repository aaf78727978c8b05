type Stop = () => Promise<void>;

const stops: Stop[] = [];

/** For jobs that leave something under way when they are done: what ends that, in order. */
export function onWorkerStop(stop: Stop): void {
  stops.push(stop);
}

export async function stopBackground(): Promise<void> {
  await Promise.all(stops.map((stop) => stop()));
}
