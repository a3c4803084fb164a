/** What stands beside the growth picture. */
export type Task = { readonly kind: "add" } | { readonly kind: "import"; readonly file: File };
