import type { Ajv, ValidateFunction } from 'ajv'

interface Operation {
  readonly requestBody?: { readonly $ref?: string; readonly content?: Content }
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: Content }>>
}
type Content = Readonly<Record<string, { readonly schema: object }>>

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>
}

export interface CheckedExchange {
  readonly method: string
  readonly path: string
  readonly body: string
  readonly status: number
  readonly answer: string
}

const MAX_PROBLEMS = 4

/** Checks exchanges and objects by one published OpenAPI document. */
export class OpenApiCheck {
  readonly #document: OpenApiDocument
  readonly #ajv: Ajv
  readonly #compiled = new Map<string, ValidateFunction>()
  readonly #operations: readonly {
    pattern: RegExp
    path: string
    item: Readonly<Record<string, Operation>>
  }[]

  constructor(document: OpenApiDocument, createAjv: () => Ajv) {
    this.#document = document
    this.#ajv = createAjv()
    this.#ajv.addSchema({ $id: 'published', schemas: toJsonSchema(document.components.schemas) })
    this.#operations = Object.entries(document.paths)
      .map(([path, item]) => ({
        path,
        item,
        pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      }))
      .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)
  }

  /** Returns the problems of an exchange; null when the document has no such call. */
  problemsOf({ method, path, body, status, answer }: CheckedExchange): readonly string[] | null {
    const found = this.#operations.find(
      ({ pattern, item }) => pattern.test(path) && item[method.toLowerCase()] !== undefined,
    )
    if (!found) return null
    const operation = found.item[method.toLowerCase()]!
    const name = `${method} ${found.path}`
    const asked = this.#schemaOf(operation.requestBody)
    const answered = operation.responses[String(status)]
    if (!answered) return [`${name}: no answer ${status} is published`]
    const shape = this.#schemaOf(answered)
    return [
      ...(asked && body !== '' ? this.#run(`${name} request`, asked, JSON.parse(body)) : []),
      ...(shape && answer !== '' ? this.#run(`${name} answer ${status}`, shape, JSON.parse(answer)) : []),
    ]
  }

  objectProblems(name: string, value: unknown): readonly string[] {
    return this.#run(name, { $ref: `#/components/schemas/${name}` }, value)
  }

  #schemaOf(of: { readonly $ref?: string; readonly content?: Content } | undefined): object | undefined {
    const [, group = '', name = ''] = of?.$ref?.match(/components\/(\w+)\/(.+)$/) ?? []
    const resolved = of?.$ref
      ? (this.#document.components[group]?.[name] as { content?: Content } | undefined)
      : of
    return resolved?.content?.['application/json']?.schema
  }

  #run(name: string, schema: object, value: unknown): readonly string[] {
    const validate = this.#compiled.get(name) ?? this.#ajv.compile(toJsonSchema(schema))
    this.#compiled.set(name, validate)
    if (validate(value)) return []
    return (validate.errors ?? [])
      .slice(0, MAX_PROBLEMS)
      .map(
        ({ instancePath, message, params }) => `${name}${instancePath} ${message} ${JSON.stringify(params)}`,
      )
  }
}

const DROPPED = new Set(['example', 'discriminator', 'xml', 'externalDocs', 'format', 'pattern'])

/**
 * Turns OpenAPI 3.0 into JSON Schema. Patterns are left out: some do not compile, and none of them tells a wrong field.
 */
function toJsonSchema<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map((one) => toJsonSchema(one)) as Value
  if (typeof value !== 'object' || value === null) return value
  const { $ref, nullable } = value as { $ref?: string; nullable?: boolean }
  if (typeof $ref === 'string')
    return { $ref: $ref.replace('#/components/schemas/', 'published#/schemas/') } as Value
  const converted = Object.fromEntries(
    Object.entries(value)
      .filter(
        ([key, one]) =>
          !key.startsWith('x-') &&
          key !== 'nullable' &&
          !(DROPPED.has(key) && (typeof one !== 'object' || key === 'discriminator')) &&
          !((key === 'exclusiveMinimum' || key === 'exclusiveMaximum') && typeof one === 'boolean'),
      )
      .map(([key, one]) => [key, toJsonSchema(one)]),
  )
  return (nullable ? { anyOf: [converted, { type: 'null' }] } : converted) as Value
}
