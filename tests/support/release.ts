import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";

/** Copies the program into a release folder. @returns the folder */
export async function makeRelease(folder: string, name: string): Promise<string> {
  const release = path.join(folder, name);
  for (const part of ["src", "dist"]) await cp(part, path.join(release, part), { recursive: true });
  for (const part of ["node_modules", "package.json"]) {
    await symlink(path.resolve(part), path.join(release, part));
  }
  return release;
}

export async function addMigrations(
  release: string,
  migrations: Readonly<Record<string, string>>,
): Promise<void> {
  const db = path.join(release, "src/platform/server/db");
  const file = path.join(db, "migrate.ts");
  const end = "\n};\n";
  let source = await readFile(file, "utf8");
  for (const [name, statement] of Object.entries(migrations)) {
    await writeFile(
      path.join(db, "migrations", `${name}.ts`),
      `import { type Kysely, sql } from "kysely";
      export async function up(db: Kysely<unknown>) { await sql.raw(\`${statement}\`).execute(db); }`,
    );
    source = source.replace(end, `\n  "${name}": () => import("./migrations/${name}.ts"),${end}`);
  }
  await writeFile(file, source);
}
