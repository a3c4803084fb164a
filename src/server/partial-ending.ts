/** How the name of a file ends while it is being written; backups leave such files out. */
export const partialEnding = ".partial";
