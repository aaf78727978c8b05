import { z } from "zod";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { named } from "#lib/core/fields/schema.ts";

const Hello = z.object({ message: z.literal("hello") });
named(Hello, "Hello");

const hello = endpoint(
  {
    operation: "getHello",
    summary: "Test the connection",
    tag: "Test",
    access: "public",
    params: z.object({}),
    response: Hello,
  },
  async () => ({ message: "hello" as const }),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ GET: hello });
