import { paths } from "../../contract/paths.ts";

/** Where somebody goes who is not signed in: to log in, then to where the set-up starts. */
export const loginAndBack = `${paths.login}?${new URLSearchParams({ next: paths.editProfile })}`;
