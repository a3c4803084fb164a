/** Id of the payment prompt on the edit-profile page, for links to it. */
export const paymentAnchor = "payment-profile";
