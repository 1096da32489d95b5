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
  anyOf?: Schema[]
}

/** Of texts that have a form of their own instead of a limit: ids, dates, currencies, choices. */
const SHORT = 60

/** Bytes of a body whose every field is as long as it may be, in letters of one byte. */
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
  const routes = allRoutes.filter(
    ({ body }: Route) => body !== undefined && !isFileBody(body) && !isRawBody(body),
  ) as (Route & { body: z.ZodType })[]

  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'R-79 %s has room for all that its fields take',
    (_, route) => {
      const schema = z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as Schema
      expect(widest(schema)).toBeLessThanOrEqual(maxBodyBytes(route))
    },
  )
})
