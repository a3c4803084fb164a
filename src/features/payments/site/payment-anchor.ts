import { paths } from "../../../platform/contract/paths.ts";

/** Id of the payment prompt on the edit-profile page. */
export const paymentAnchor = "payment-profile";

/** Where the payment profile is set up. */
export const paymentSetupPath = `${paths.editProfile}#${paymentAnchor}`;
