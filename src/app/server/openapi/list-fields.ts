/** The subset of JSON Schema that our bodies use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

/** One field of a body; fields within fields have a path such as `person.name` or `items[].id`. */
export interface Field {
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly description?: string;
}

/** Lists the fields of a schema, those of objects within it too. */
export function listFields(schema: Schema, prefix = ""): readonly Field[] {
  const alternatives = schema.anyOf ?? [];
  if (alternatives.length > 0) {
    return alternatives.flatMap((alternative) => listFields(alternative, prefix));
  }
  if (schema.items) return listFields(schema.items, `${prefix}[]`);
  return Object.entries(schema.properties ?? {}).flatMap(([name, value]) => {
    const path = prefix ? `${prefix}.${name}` : name;
    const field: Field = {
      path,
      type: typeOf(value),
      required: schema.required?.includes(name) ?? false,
      ...(value.description && { description: value.description }),
    };
    return [field, ...listFields(value, path)];
  });
}

/** More values than that are counted: the document has them all. */
const maxValues = 7;

function listValues(values: readonly string[]): string {
  if (values.length <= maxValues) return values.join(" or ");
  const shown = maxValues - 2;
  return [...values.slice(0, shown), `${values.length - shown} more`].join(" or ");
}

function typeOf(schema: Schema): string {
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return listValues(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(" or ");
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  return [schema.type ?? "any"].flat().join(" or ");
}
