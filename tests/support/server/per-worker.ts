/**
 * What a worker makes when it is first asked for it, for tests that change nothing of it. A fixture
 * of the worker's scope would give the files that have it workers, and so servers, of their own.
 */
export function oncePerWorker<From, Made>(
  make: (from: From) => Promise<Made>,
): (from: From) => Promise<Made> {
  let made: Promise<Made> | undefined;
  return (from) => {
    made ??= make(from);
    return made;
  };
}
