import type { ValidateFunction } from 'ajv'
import { createOpenApiCheck, type OpenApiDocument } from './openapi-requests.ts'

interface Schema {
  readonly properties?: Readonly<Record<string, { readonly const?: unknown }>>
  readonly required?: readonly string[]
}

export interface SchemaDocument {
  readonly $defs: Readonly<Record<string, Schema>>
  readonly roots: Readonly<Record<string, object>>
}

/** Each returns the problems of a value; none when it fits or when nothing is known about it. */
export interface Validators {
  /** Checks a form body by one of the newer types. */
  request(root: string, body: object): readonly string[]
  /** Checks a form body by the older OpenAPI document, for paths without such a type. */
  olderRequest(path: string, body: object): readonly string[]
  object(name: string, value: object): readonly string[]
}

const MAX_PROBLEMS = 4

/** Compiles the schemas when they are first needed. Returns null when the validator is not installed. */
export async function compileSchemas(
  document: SchemaDocument,
  openApi: OpenApiDocument,
): Promise<Validators | null> {
  const ajv = await import('ajv').catch(() => null)
  if (ajv === null) return null
  const nameOf = indexObjects(document)
  const $defs = cutReferences(document.$defs, new Set(nameOf.values()))
  // Form fields are text, answers have types.
  const [requests, answers] = [true, false].map((coerceTypes) => {
    const one = new ajv.Ajv({
      strict: false,
      allErrors: false,
      coerceTypes,
      validateFormats: false,
      // Compiling takes a quarter of the time so.
      validateSchema: false,
      inlineRefs: false,
      code: { optimize: false },
      logger: false,
    })
    return one.addSchema({ $id: 'types', $defs })
  })
  const compiled = new Map<string, ValidateFunction>()
  const run = (validator: typeof requests, definition: string, value: object): readonly string[] => {
    const key = `${validator === requests} ${definition}`
    const validate = compiled.get(key) ?? validator!.compile({ $ref: `types#${definition}` })
    compiled.set(key, validate)
    if (validate(value)) return []
    return (validate.errors ?? [])
      .slice(0, MAX_PROBLEMS)
      .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
  }
  return {
    request(root, body) {
      const { $ref } = document.roots[root] as { $ref: string }
      return run(requests, $ref.slice(1), structuredClone(body))
    },
    olderRequest: createOpenApiCheck(openApi, requests!),
    object(name, value) {
      const definition = nameOf.get(name)
      return definition === undefined ? [] : run(answers, `/$defs/${definition}`, value)
    },
  }
}

/** Finds the definition of each kind of object by its `object` field: the one with most properties. */
function indexObjects({ $defs }: SchemaDocument): Map<string, string> {
  const found = new Map<string, string>()
  const size = (name: string | undefined) => Object.keys($defs[name ?? '']?.properties ?? {}).length
  for (const [name, { properties, required }] of Object.entries($defs)) {
    const object = properties?.object?.const
    if (typeof object !== 'string' || object === 'list' || !required?.includes('id')) continue
    if (size(name) > size(found.get(object))) found.set(object, name)
  }
  return found
}

/** Payment methods that the simulator knows, and what stands beside them. */
const KEPT = new Set(['billing_details', 'card', 'link', 'us_bank_account'])

/**
 * Replaces references to whole API objects by any object, because each of them is checked by itself, and those to
 * unknown payment methods. Compiling a schema that reaches all others takes ten seconds.
 */
function cutReferences<Value>(value: Value, objects: ReadonlySet<string>): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => cutReferences(one, objects)) as Value
  const { $ref } = value as { $ref?: unknown }
  if (typeof $ref === 'string' && objects.has($ref.slice('#/$defs/'.length)))
    return { type: 'object' } as Value
  const listsMethods = 'us_bank_account' in value && 'sepa_debit' in value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      listsMethods && '$ref' in one && !KEPT.has(key) ? {} : cutReferences(one, objects),
    ]),
  ) as Value
}
