import { z } from "zod";
import type { Returned } from "../../../platform/contract/define-endpoint.ts";
import { storableText } from "../../../platform/contract/schemas.ts";

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
