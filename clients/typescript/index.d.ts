import type { Client } from "openapi-fetch";
import type { paths } from "./schema.d.ts";

export interface ClientSettings {
  /** Of the site, such as "https://www.example.com". */
  readonly origin: string;
  /** A token of the desk's settings, or a customer's access token. */
  readonly token: string;
  /** By default that of the platform. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Calls the API: `client.GET("/api/v1/requests/{id}", { params: { path: { id } } })`. */
export function createClient(settings: ClientSettings): Client<paths>;
