declare module "anafanafo" {
  export default function measure(text: string, options: { font: "11px Verdana" }): number;
}
