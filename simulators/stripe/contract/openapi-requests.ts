import type { Ajv } from 'ajv'

interface Operation {
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: object } | undefined>>
  }
}

/** Stripe's published OpenAPI document, cut to the paths that matter here. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, { readonly post?: Operation }>>
}

/** Parameters that are younger than the document. */
const NEWER = ['allowed_payment_method_types']
const MAX_PROBLEMS = 4

/**
 * Returns the check of form bodies by the OpenAPI document. It is older than the pinned version, so it serves only
 * requests for which the newer types have no schema.
 */
export function createOpenApiCheck(document: OpenApiDocument, ajv: Ajv) {
  const operations = Object.entries(document.paths).flatMap(([path, { post }]) => {
    const schema = post?.requestBody?.content['application/x-www-form-urlencoded']?.schema
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    return schema === undefined ? [] : [{ pattern, validate: () => ajv.compile(withoutMarks(schema)) }]
  })
  const compiled = new Map<object, ReturnType<Ajv['compile']>>()
  return (path: string, body: object): readonly string[] => {
    const operation = operations.find(({ pattern }) => pattern.test(path))
    if (operation === undefined) return []
    const validate = compiled.get(operation) ?? operation.validate()
    compiled.set(operation, validate)
    const known = Object.fromEntries(
      Object.entries(structuredClone(body)).filter(([name]) => !NEWER.includes(name)),
    )
    if (validate(known)) return []
    return (validate.errors ?? [])
      .slice(0, MAX_PROBLEMS)
      .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
  }
}

/** Drops what OpenAPI adds to JSON Schema; `nullable` does not occur in form bodies. */
function withoutMarks<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withoutMarks) as Value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !key.startsWith('x-') && key !== 'format' && key !== 'pattern')
      .map(([key, one]) => [key, withoutMarks(one)]),
  ) as Value
}
