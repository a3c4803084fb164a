import type { Feature } from "../../../platform/server/context/feature.ts";
import { registerPayments } from "./routes.ts";

export const payments: Feature = { register: registerPayments };
