import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allRoutes } from './index.ts'
import { isFileBody, isRawBody, maxBodyBytes, type Route } from './route.ts'

interface Schema {
  type?: string
  maxLength?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

const withFields = allRoutes.filter(
  ({ body }: Route) => body !== undefined && !isFileBody(body) && !isRawBody(body),
) as (Route & { body: z.ZodType })[]

const schemaOf = (route: { body: z.ZodType }) =>
  z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as Schema

/** Length assumed for texts with a form instead of a limit: ids, dates, currencies, choices. */
const SHORT = 60

/** Size in bytes of a body whose fields all have their maximum length, in one-byte letters. */
function widest(schema: Schema): number {
  if (schema.anyOf) return Math.max(...schema.anyOf.map(widest))
  if (schema.properties)
    return Object.entries(schema.properties).reduce(
      (sum, [name, part]) => sum + name.length + 4 + widest(part),
      2,
    )
  if (schema.type === 'array')
    return 2 + (schema.maxItems ?? Number.POSITIVE_INFINITY) * (1 + widest(schema.items ?? {}))
  return (schema.maxLength ?? SHORT) + 2
}

describe('the limit of a body', () => {
  it.each(withFields.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s allows a body with every field at its maximum',
    (_, route) => {
      expect(widest(schemaOf(route))).toBeLessThanOrEqual(maxBodyBytes(route))
    },
  )
})

/** Bodies whose field names come from a processor or a file's headings; rules check them. */
const READ_BY_RULES = [
  'POST /api/invoices/:invoice/payment-options/:option/: body',
  'POST /api/open-invoices/payment-options/:option/: body.form',
  'POST /api/payment-methods/: body.values',
  'POST /api/accounts/:account/imports/:import/check/: body.mapping',
  'POST /api/accounts/:account/payment-connections/:provider/finish/: body.extra_data',
  'POST /api/accounts/:account/payment-connections/:provider/keys/: body.values',
  // Names of filters, checked one by one.
  'POST /api/accounts/:account/saved-views/: body.query',
  'PATCH /api/accounts/:account/saved-views/:view/: body.query',
  // Compared with the stored filters.
  'PATCH /api/accounts/:account/saved-views/:view/: body.if_unchanged.query',
]

/** Paths of a schema that accept undeclared fields. */
function openParts(schema: Schema, at = 'body'): string[] {
  const parts = [
    ...Object.entries(schema.properties ?? {}).map(([name, part]) => [`${at}.${name}`, part] as const),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map((part) => [at, part] as const),
    ...(schema.items ? [[`${at}[]`, schema.items] as const] : []),
  ]
  const isOpen = schema.type === 'object' && schema.additionalProperties !== false
  return [...(isOpen ? [at] : []), ...parts.flatMap(([name, part]) => openParts(part, name))]
}

it('no body accepts an undeclared field at any depth', () => {
  const open = withFields.flatMap((route) => {
    const name = `${route.method} ${route.path}`
    return openParts(schemaOf(route)).map((at) => `${name}: ${at}`)
  })
  expect(open.sort()).toEqual(READ_BY_RULES.toSorted())
  expect(openParts({ type: 'object', properties: { of: { anyOf: [{ type: 'object' }] } } })).toEqual([
    'body',
    'body.of',
  ])
})
