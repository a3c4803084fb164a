import { paths } from "../../../platform/contract/paths.ts";

export const paymentAnchor = "payment-profile";

export const paymentSetupPath = `${paths.editProfile}#${paymentAnchor}`;
