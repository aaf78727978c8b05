declare module "swagger-ui-dist" {
  /** The folder that holds its files. */
  export function getAbsoluteFSPath(): string;
}
