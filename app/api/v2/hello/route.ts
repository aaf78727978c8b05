import { z } from "zod";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";

const hello = endpoint(
  {
    summary: "Test the connection",
    tag: "Test",
    access: "public",
    params: z.object({}),
    response: z.object({ message: z.literal("hello") }),
  },
  async () => ({ message: "hello" as const }),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ GET: hello });
