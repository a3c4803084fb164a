import fc from "fast-check";

/** The subset of JSON Schema that bodies of the API use. */
export interface BodySchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly BodySchema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: BodySchema;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, BodySchema>>;
  readonly required?: readonly string[];
}

/** Values that are likelier than any other to be of use, by name of the field. */
export type Likely = Readonly<Record<string, fc.Arbitrary<unknown>>>;

const maxText = 60;

/** Values that a schema allows. */
export function allowedBy(schema: BodySchema, likely: Likely): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => allowedBy(one, likely)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const { minimum = -1e6, maximum = 1e6, minLength = 0, maxLength = maxText } = schema;
  const textLength = { minLength, maxLength: Math.min(maxLength, maxText) };
  switch (schema.type) {
    case "object":
      return objects(schema, likely);
    case "array":
      return fc.array(allowedBy(schema.items ?? {}, likely), { maxLength: 3 });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "integer":
      return fc.integer({ min: minimum, max: maximum });
    case "number":
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case "string":
      if (schema.format === "date-time") return fc.date(years).map((date) => date.toISOString());
      if (schema.pattern === undefined) {
        return fc.oneof(fc.string(textLength), fc.string({ ...textLength, unit: "binary" }));
      }
      return fc
        .stringMatching(new RegExp(schema.pattern, "u"))
        .filter((text) => text.length <= maxLength);
    default:
      return fc.jsonValue();
  }
}

const years = { min: new Date("2000-01-01"), max: new Date("2026-06-01"), noInvalidDate: true };

function objects({ properties = {}, required = [] }: BodySchema, likely: Likely) {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const any = allowedBy(schema, likely);
    const known = likely[name];
    return [name, known ? fc.oneof({ arbitrary: known, weight: 4 }, any) : any];
  });
  const requiredKeys = required.filter((name) => name in properties);
  const record: Readonly<Record<string, fc.Arbitrary<unknown>>> = Object.fromEntries(fields);
  return fc.record(record, { requiredKeys });
}

/** Objects that the schema rejects in one field: it is missing, unknown or of another type. */
export function rejectedBy(schema: BodySchema, likely: Likely): fc.Arbitrary<object> {
  const { properties = {}, required = [] } = schema;
  const spoil = fc.oneof(
    fc.constant((value: object) => ({ ...value, [unknownField]: 1 })),
    ...required.map((name) => fc.constant((value: object) => ({ ...value, [name]: undefined }))),
    ...Object.entries(properties).map(([name, field]) =>
      wrongFor(field, likely).map((wrong) => (value: object) => ({ ...value, [name]: wrong })),
    ),
  );
  return fc
    .tuple(allowedBy(schema, likely), spoil)
    .map(([value, change]) => change(value as object));
}

const unknownField = "notAField";

function wrongFor(schema: BodySchema, likely: Likely): fc.Arbitrary<unknown> {
  const types = (schema.anyOf ?? [schema]).map(({ type }) => type);
  const others = [
    ...(types.includes("object") ? [rejectedBy(schema, likely)] : [fc.constant({ a: 1 })]),
    ...(types.includes("boolean") ? [] : [fc.boolean()]),
    ...(types.includes("string") ? [] : [fc.constant("text")]),
    ...(types.includes("null") ? [] : [fc.constant(null)]),
    ...(types.includes("array") ? [] : [fc.constant([])]),
    ...(schema.maxLength === undefined ? [] : [fc.constant("x".repeat(schema.maxLength + 1))]),
  ];
  return fc.oneof(...others);
}
