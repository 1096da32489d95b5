import { z } from 'zod'
import type { Route } from '../../../../contract/route.ts'
import { amount, date, email, instant } from '../../../../contract/shapes.ts'

export type Json = Record<string, unknown>

/** The parts of a JSON schema that examples and the reference read. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly pattern?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly minimum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly propertyNames?: JsonSchema
  readonly additionalProperties?: boolean | JsonSchema
}

/** Formats of the contract's own shapes, which checks in code keep out of their JSON schema. */
const FORMATS = new Map<z.core.$ZodType, string>([
  [amount, 'decimal'],
  [date, 'date'],
  [instant, 'date-time'],
  [email, 'email'],
])

/** Returns the JSON schema of a shape, with the format of amounts, dates and email addresses. */
export function schemaOf(shape: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const format = formatOf(zodSchema)
      if (format !== undefined) jsonSchema.format = format
    },
  }) as Json
  return schema
}

/** A shape with a description of its own is a copy whose parent is the shape of the contract. */
function formatOf(shape: z.core.$ZodType | undefined): string | undefined {
  for (let one = shape; one !== undefined; one = one._zod.parent) {
    const format = FORMATS.get(one)
    if (format !== undefined) return format
  }
  return undefined
}

/**
 * Returns the kind of record that a route is about: memo for /credit-memos/, and for /credit-memos/:memo/void/, which ends in
 * no record of its own.
 */
export function subjectOf({ path }: Pick<Route, 'path'>): string {
  const parts = path.split('/').filter((part) => part !== '')
  const last = parts.at(-1)!
  const named = last.endsWith('s') ? last : (parts.findLast((part) => /^:(?!account$)/.test(part)) ?? last)
  return named.replace(':', '').split('-').at(-1)!.replace(/s$/, '')
}
