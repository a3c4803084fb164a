import type { Feature } from "../../../platform/server/feature.ts";
import { paymentFailures, registerPayments } from "./routes.ts";

export const payments: Feature = {
  register: registerPayments,
  counters: [paymentFailures],
};
