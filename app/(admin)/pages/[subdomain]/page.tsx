import { redirect } from "next/navigation";

export default async function Page({ params }: { params: Promise<{ subdomain: string }> }) {
  redirect(`/pages/${(await params).subdomain}/now`);
}
