/**
 * Milliseconds of processor time that this process spends on something, however busy the machine is
 * with something else.
 */
export async function effortOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
