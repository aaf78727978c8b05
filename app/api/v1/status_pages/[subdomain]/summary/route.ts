export {
  DELETE,
  GET,
  OPTIONS,
  PATCH,
  POST,
  PUT,
} from "#app/api/v2/status_pages/[subdomain]/summary/route.ts";
