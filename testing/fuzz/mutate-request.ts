import fc from 'fast-check'
import { isFileBody, isRawBody, type Route } from '../../contract/route.ts'
import { WRONG_CONTENT_TYPES } from '../sweep/malformed-requests.ts'
import type { SampleCall } from '../sweep/samples.ts'
import type { Variation } from '../sweep/sweep-call.ts'
import { oddHeader, oddText, oddValue } from './odd-values.ts'

/** One mutation of a request. `at` selects the target, modulo the number of candidates. */
export type Mutation =
  | { readonly kind: 'replace' | 'add'; readonly at: number; readonly value: unknown }
  | { readonly kind: 'drop'; readonly at: number }
  | { readonly kind: 'param'; readonly at: number; readonly value: string }
  | { readonly kind: 'query'; readonly at: number; readonly value: string }
  | { readonly kind: 'payload'; readonly at: number }
  | { readonly kind: 'type'; readonly at: number }
  | { readonly kind: 'header'; readonly header: readonly [string, string] }

const at = fc.nat(1_000)
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('replace' as const), at, value: oddValue }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('add' as const), at, value: oddValue }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), at }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('param' as const), at, value: oddText }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('query' as const), at, value: oddText }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('payload' as const), at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('type' as const), at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('header' as const), header: oddHeader }) },
)

/** Zero to three mutations. Zero is the route's own sample. */
export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(mutation, { maxLength: 3 })

export interface MutatedRequest {
  readonly call: SampleCall
  readonly variation: Variation
}

/** Applies mutations to a route's sample. */
export function mutateRequest(route: Route, sample: SampleCall, wanted: readonly Mutation[]): MutatedRequest {
  let call = sample
  let variation: Variation = {}
  for (const one of wanted) {
    if (one.kind === 'header')
      variation = { ...variation, headers: { ...variation.headers, [one.header[0]]: one.header[1] } }
    else if (one.kind === 'type')
      variation = { ...variation, contentType: pick(WRONG_CONTENT_TYPES, one.at) ?? null }
    else if (one.kind === 'payload') variation = { ...variation, payload: malformedJson(call.body, one.at) }
    else if (one.kind === 'param') call = withParam(route, call, one.at, one.value)
    else if (one.kind === 'query') call = withQuery(route, call, one.at, one.value)
    else call = mutateBody(route, call, one)
  }
  return { call, variation }
}

const pick = <T>(choices: readonly T[], index: number): T | undefined =>
  choices.length === 0 ? undefined : choices[index % choices.length]

function withParam(route: Route, call: SampleCall, index: number, value: string): SampleCall {
  const name = pick(Object.keys(route.params?.shape ?? {}), index)
  // A URL cannot contain a lone surrogate.
  return name === undefined ? call : { ...call, params: { ...call.params, [name]: value.toWellFormed() } }
}

function withQuery(route: Route, call: SampleCall, index: number, value: string): SampleCall {
  const names = [...Object.keys(route.query?.shape ?? {}), 'filter_unknown']
  return { ...call, query: { ...call.query, [pick(names, index)!]: value } }
}

function mutateBody(
  route: Route,
  call: SampleCall,
  one: Extract<Mutation, { kind: 'replace' | 'add' | 'drop' }>,
): SampleCall {
  if (call.file) return { ...call, file: { ...call.file, bytes: Buffer.from(JSON.stringify(one)) } }
  if (isFileBody(route.body) || isRawBody(route.body) || route.body === undefined) return call
  const places = fieldPathsOf(call.body)
  const place = pick(places, one.at)!
  if (one.kind === 'add')
    return { ...call, body: replaceAt(call.body, [...place, 'unknown'], () => one.value) }
  if (one.kind === 'drop') return { ...call, body: replaceAt(call.body, place, () => undefined) }
  return { ...call, body: replaceAt(call.body, place, () => one.value) }
}

export type FieldPath = readonly (string | number)[]

/** Returns every path in a body: the whole, each field, each item. */
export function fieldPathsOf(value: unknown, here: FieldPath = []): FieldPath[] {
  if (typeof value !== 'object' || value === null) return [here]
  return [here, ...Object.entries(value).flatMap(([name, part]) => fieldPathsOf(part, [...here, name]))]
}

export function replaceAt(value: unknown, [first, ...rest]: FieldPath, change: () => unknown): unknown {
  if (first === undefined) return change()
  if (typeof value !== 'object' || value === null) {
    const changed = replaceAt(undefined, rest, change)
    return typeof first === 'number' ? [changed] : { [first]: changed }
  }
  const changed = replaceAt((value as Record<string, unknown>)[first], rest, change)
  if (!Array.isArray(value)) return { ...value, [first]: changed }
  return Number(first) < value.length ? value.with(Number(first), changed) : [...value, changed]
}

const MORE_THAN_ANY_BODY = 600 * 1024

/** Bodies that are not JSON, or JSON that parsers disagree about. Built on demand, because some are long. */
const MALFORMED_BODIES: readonly ((good: string) => string | number[])[] = [
  () => '',
  () => '{',
  (good) => good.slice(0, -1),
  (good) => `${good}${good}`,
  (good) => `\ufeff${good}`,
  (good) => good.replace('{', '{"a":1,"a":2,'),
  (good) => good.replace('{', '{"__proto__":{"x":1},'),
  (good) => good.replace(/"/g, "'"),
  (good) => `[${good}]`,
  (good) => `/* */${good}`,
  () => 'null',
  () => '"text"',
  () => '1e999',
  () => JSON.stringify({ text: 'x'.repeat(MORE_THAN_ANY_BODY) }),
  () => '['.repeat(20_000),
  () => `{"a":${'9'.repeat(5_000)}}`,
  (good) => good.replace(/"([^"]*)":/, '"$1\\ud800":'),
  () => [0xff, 0xfe, 0x7b, 0x7d],
  () => [0x7b, 0xc3, 0x28, 0x7d],
]

/** One mutation for each malformed body and each wrong content type. */
export const WRONG_BODIES: readonly Mutation[] = [
  ...MALFORMED_BODIES.map((_, at): Mutation => ({ kind: 'payload', at })),
  ...WRONG_CONTENT_TYPES.map((_, at): Mutation => ({ kind: 'type', at })),
]

function malformedJson(body: unknown, index: number): Buffer {
  const written = pick(MALFORMED_BODIES, index)!(JSON.stringify(body ?? {}))
  return typeof written === 'string' ? Buffer.from(written) : Buffer.from(written)
}
