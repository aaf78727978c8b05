declare module "anafanafo" {
  /** The width of a text in pixels. */
  export default function measure(text: string, options: { font: "11px Verdana" }): number;
}
