import { z } from 'zod'
import { isFileBody, isRawBody, type Route } from '../../contract/route.ts'
import { nameOf } from '../sweep/sweep-call.ts'

/** Matches field names of secrets by their last word. */
const SECRET_WORD = /(^|_)(token|code|key|secret|state|nonce|signature|otp|pin|ticket|grant|link)$/

/** A request field whose name indicates a secret. */
export interface SecretField {
  readonly route: Route
  readonly place: 'params' | 'query' | 'body'
  /** Path below `place`. */
  readonly path: readonly string[]
  /** The route's name and the field's path. */
  readonly name: string
}

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly allOf?: readonly Shape[]
}

/** Returns every request field of the contract that is named like a secret. */
export const secretFieldsOf = (routes: readonly Route[]): SecretField[] =>
  routes.flatMap((route) =>
    (['params', 'query', 'body'] as const).flatMap((place) => {
      const shape = route[place]
      if (shape === undefined || isFileBody(shape) || isRawBody(shape)) return []
      const paths = new Set(
        leavesOf(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Shape, []),
      )
      return [...paths]
        .map((path) => path.split('.'))
        .filter((path) => SECRET_WORD.test(path.at(-1)!))
        .map((path) => ({ route, place, path, name: `${nameOf(route)} ${[place, ...path].join('.')}` }))
    }),
  )

function leavesOf(shape: Shape, path: readonly string[]): string[] {
  const parts = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])]
  const below = parts.flatMap((part) => leavesOf(part, path))
  if (shape.items) return [...below, ...leavesOf(shape.items, path)]
  if (!shape.properties) return parts.length > 0 ? below : [path.join('.')]
  return [
    ...below,
    ...Object.entries(shape.properties).flatMap(([name, one]) => leavesOf(one, [...path, name])),
  ]
}
