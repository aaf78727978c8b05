const key = Symbol.for("allclear");
const holder = globalThis as { [key]?: Map<string, unknown> };
holder[key] ??= new Map();
const values = holder[key];

/**
 * State that a process has once. Next bundles its own copies of our modules, one for pages and one
 * for route handlers, and a server's program has another: what a module keeps for itself exists in
 * each of them.
 * @param name as unique as the state
 */
export function oncePerProcess<T>(name: string, make: () => T): T {
  if (!values.has(name)) values.set(name, make());
  return values.get(name) as T;
}
