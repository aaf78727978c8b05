export {
  DELETE,
  GET,
  OPTIONS,
  PATCH,
  POST,
  PUT,
} from "#app/api/v2/status_pages/[subdomain]/services/[service_id]/status/route.ts";
