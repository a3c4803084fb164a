import type { Feature } from "../../../platform/server/context/feature.ts";
import { paymentFailures, registerPayments } from "./routes.ts";

export const payments: Feature = {
  register: registerPayments,
  counters: [paymentFailures],
};
