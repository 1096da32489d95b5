interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly format?: string
  readonly description?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

/** Texts of fields whose shapes ask for more than text. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/email/, 'accounts@harborfoods.example'],
  [/(date|_on|until|day)$/, '2026-11-20'],
  [/^(from|to)$/, '2026-11-20T15:00:00Z'],
  [/(amount|price|total|credit|fee)$/, '100.00'],
  [/quantity/, '1'],
  [/currency/, 'USD'],
  [/language/, 'en'],
  [/url|website/, 'https://hooks.example.com/quittance'],
  [/phone|fax/, '+1 414-555-0142'],
  [/request_id/, 'request-2026-0001'],
  [/name/, 'Harbor Foods'],
]

/** Returns an example of a JSON schema from its first choices and required fields. `name` is the field's. */
export function exampleOf(given: unknown, name = ''): unknown {
  const schema = given as Schema
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return exampleOf(schema.anyOf[0], name)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return exampleObject(schema)
    case 'array':
      return schema.items ? [exampleOf(schema.items, name)] : []
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return exampleText(schema, name)
  }
}

function exampleObject({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1)
  return Object.fromEntries(names.map((name) => [name, exampleOf(properties[name] ?? {}, name)]))
}

function exampleText({ format, description = '' }: Schema, name: string): string {
  if (format === 'uuid') return '0193a5b0-7c1e-7d2a-9f3b-2a4c6e8f0a1b'
  if (format === 'date-time') return '2026-11-20T15:00:00Z'
  if (description.startsWith('decimal string')) return '100.00'
  if (description.startsWith('ISO calendar date')) return '2026-11-20'
  return TEXTS.find(([pattern]) => pattern.test(name))?.[1] ?? 'Cups and plates'
}
