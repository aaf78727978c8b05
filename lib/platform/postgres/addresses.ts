const SEVERAL = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/;

/**
 * One address for each host of `postgres://user:password@one:5432,two:5432/database`.
 * @throws {TypeError} when one of them is no address
 */
export function addressesOf(text: string): URL[] {
  const [, start, hosts = "", rest] = SEVERAL.exec(text) ?? [];
  if (!start) return [new URL(text)];
  return hosts.split(",").map((host) => new URL(`${start}${host}${rest}`));
}
