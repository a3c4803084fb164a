export type Task = { readonly kind: "add" } | { readonly kind: "import"; readonly file: File };
