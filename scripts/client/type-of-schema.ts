interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
}

/** Writes a JSON schema as a TypeScript type on one line. */
export function typeOf(given: unknown): string {
  const schema = given as Schema
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  const several = schema.anyOf ?? schema.oneOf
  if (several) return [...new Set(several.map(typeOf))].join(' | ')
  if (schema.allOf) return schema.allOf.map((one) => `(${typeOf(one)})`).join(' & ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')
  switch (schema.type) {
    case 'string':
      return 'string'
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return schema.prefixItems
        ? `[${schema.prefixItems.map(typeOf).join(', ')}]`
        : `(${schema.items ? typeOf(schema.items) : 'unknown'})[]`
    case 'object':
      return objectType(schema)
    default:
      return 'unknown'
  }
}

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value)

function objectType({ properties = {}, required = [], additionalProperties: more }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${nameOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  if (fields.length > 0) return `{ ${fields.join('; ')} }`
  return typeof more === 'object' ? `Record<string, ${typeOf(more)}>` : 'Record<string, unknown>'
}

const nameOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`)
