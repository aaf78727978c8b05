export const dynamic = "force-dynamic";

export async function GET() {
  return new Response("{}", { headers: { "content-type": "application/json; charset=utf-8" } });
}
