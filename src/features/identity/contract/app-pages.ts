/** Collection of the page that returns to an app, for its state. */
export const returnCollection = "Reauth";

/** The step of that page which asks before logging out, its query, and the field that answers. */
export const logOutName = "log-out";

/**
 * The step of that page which asks who is logged in before an app gets access, and its query: the id
 * of the log-in.
 */
export const continueName = "continue";

/** Query of that page: the id of the finished log-in. */
export const returnQuery = "app";
