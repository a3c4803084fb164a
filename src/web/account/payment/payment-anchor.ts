/** Id of the payment prompt on edit profile, for links that lead right to it. */
export const paymentAnchor = "payment-profile";
