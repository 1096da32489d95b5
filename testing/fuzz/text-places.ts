import { z } from 'zod'
import { isFileBody, isRawBody, type Route } from '../../contract/route.ts'
import type { SampleCall } from '../sweep/samples.ts'
import { changeAt, type Place, placesOf } from './wild-call.ts'

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

/** Where a call can hold a text: all that its schema knows, and what its sample holds besides. */
export function textPlacesOf(route: Route, { body }: SampleCall): Place[] {
  if (route.body === undefined || isFileBody(route.body) || isRawBody(route.body)) return []
  const schema = z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as Schema
  const held = placesOf(body).filter((place) => typeof valueAt(body, place) === 'string')
  const known = new Map([...textsIn(schema, []), ...held].map((place) => [place.join('.'), place]))
  return [...known.values()]
}

/** The call with this text in that place. */
export const withText = (call: SampleCall, place: Place, text: string): SampleCall => ({
  ...call,
  body: changeAt(call.body ?? {}, place, () => text),
})

function textsIn(schema: Schema, here: Place): Place[] {
  if (schema.$ref !== undefined) throw new Error('A shape that names another one is not read here yet.')
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  const found = choices.flatMap((choice) => textsIn(choice, here))
  for (const [name, part] of Object.entries(schema.properties ?? {}))
    found.push(...textsIn(part, [...here, name]))
  if (schema.items !== undefined) found.push(...textsIn(schema.items, [...here, 0]))
  const isText = schema.type === 'string' && schema.enum === undefined && schema.const === undefined
  return isText ? [...found, here] : found
}

const valueAt = (value: unknown, place: Place): unknown =>
  place.reduce<unknown>((whole, name) => (whole as Record<string, unknown> | null)?.[name], value)
