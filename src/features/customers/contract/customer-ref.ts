import { z } from "zod";
import type { Returned } from "../../../platform/contract/define-endpoint.ts";
import { storableText } from "../../../platform/contract/schemas.ts";

/** Whether it can be a program's own id; a lone "." or ".." is a folder in an address. */
export function isExternalId(text: string): boolean {
  return /^(?!\.\.?$)[A-Za-z0-9._~:-]{1,128}$/.test(text);
}

export const externalId = z.string().refine(isExternalId, {
  error: "An external id has 1 to 128 letters, digits, and . _ ~ : -",
  params: { code: "invalid-external-id" },
});

const name = (max: number) => storableText(max).min(1).exactOptional();

/** How a program names a customer. */
export const customerRef = z
  .strictObject({
    uid: name(128),
    email: name(320),
    externalId: name(128).describe("Of any program, as linked under external-ids."),
  })
  .refine((named) => Object.keys(named).length === 1, {
    error: "Name the customer by one of uid, email and externalId.",
  });

export type CustomerRef = Returned<typeof customerRef>;
