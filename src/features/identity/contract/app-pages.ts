/** Collection of the page that returns to an app, for its state. */
export const returnCollection = "Reauth";

/** The step of that page which asks before logging out, and the field that answers. */
export const logOutName = "log-out";

/** Query of that page: the id of the finished log-in. */
export const returnQuery = "app";
