import { z } from 'zod'
import { isFileBody, isRawBody, type Route } from '../../contract/route.ts'
import type { SampleCall } from '../sweep/samples.ts'
import { type FieldPath, fieldPathsOf, replaceAt } from './mutate-request.ts'

interface Schema {
  readonly type?: string
  readonly enum?: unknown
  readonly const?: unknown
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

/** Returns every text field of a request body, from its schema and its sample. */
export function textFieldsOf(route: Route, { body }: SampleCall): FieldPath[] {
  if (route.body === undefined || isFileBody(route.body) || isRawBody(route.body)) return []
  const schema = z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as Schema
  const present = fieldPathsOf(body).filter((place) => typeof valueAt(body, place) === 'string')
  const known = new Map([...textFieldsIn(schema, []), ...present].map((place) => [place.join('.'), place]))
  return [...known.values()]
}

/** Returns the request with the field at `place` replaced by this text. */
export const withText = (call: SampleCall, place: FieldPath, text: string): SampleCall => ({
  ...call,
  body: replaceAt(call.body ?? {}, place, () => text),
})

function textFieldsIn(schema: Schema, here: FieldPath): FieldPath[] {
  if (schema.$ref !== undefined) throw new Error('Schemas with $ref are not supported.')
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  const found = choices.flatMap((choice) => textFieldsIn(choice, here))
  for (const [name, part] of Object.entries(schema.properties ?? {}))
    found.push(...textFieldsIn(part, [...here, name]))
  if (schema.items !== undefined) found.push(...textFieldsIn(schema.items, [...here, 0]))
  const isText = schema.type === 'string' && schema.enum === undefined && schema.const === undefined
  return isText ? [...found, here] : found
}

const valueAt = (value: unknown, place: FieldPath): unknown =>
  place.reduce<unknown>((whole, name) => (whole as Record<string, unknown> | null)?.[name], value)
