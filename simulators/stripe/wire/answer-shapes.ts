import type { AccountState } from '../state/account-state.ts'
import type { WireObject } from '../state/wire-types.ts'
import type { Call } from './call.ts'
import { invalidRequest } from './stripe-error.ts'

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 100

/** Returns one page of a list, the newest object first. `filters` are the list's own parameters. */
export function listPage(
  call: Call,
  url: string,
  oldestFirst: readonly WireObject[],
  filters: readonly string[] = [],
): object {
  const { params } = call
  params.allow('created', 'ending_before', 'limit', 'starting_after', ...filters)
  const limit = Math.min(params.integer('limit') ?? DEFAULT_LIMIT, MAX_LIMIT)
  if (limit < 1) throw invalidRequest('Invalid limit: must be at least 1.', { param: 'limit' })
  const all = oldestFirst.filter(isCreatedWithin(call)).toReversed()
  const [after, before] = [params.text('starting_after'), params.text('ending_before')]
  const from = after === undefined ? 0 : position(all, after, 'starting_after') + 1
  if (before !== undefined) {
    const until = position(all, before, 'ending_before')
    const first = Math.max(0, until - limit)
    return { object: 'list', url, has_more: first > 0, data: all.slice(first, until) }
  }
  return { object: 'list', url, has_more: from + limit < all.length, data: all.slice(from, from + limit) }
}

function position(all: readonly WireObject[], id: string, param: string): number {
  const at = all.findIndex((one) => one.id === id)
  if (at === -1) throw invalidRequest(`No such object: '${id}'`, { code: 'resource_missing', param })
  return at
}

function isCreatedWithin({ params }: Call): (object: WireObject) => boolean {
  const created = params.values.created
  if (created === undefined) return () => true
  if (typeof created === 'string') return (object) => object.created === Number(created)
  const range = params.nested('created')
  const [gt, gte, lt, lte] = ['gt', 'gte', 'lt', 'lte'].map((bound) => range.integer(bound))
  return ({ created: at }) =>
    (gt === undefined || at > gt) &&
    (gte === undefined || at >= gte) &&
    (lt === undefined || at < lt) &&
    (lte === undefined || at <= lte)
}

/** Returns a copy in which the references named by `expand` are replaced by their objects. */
export function expandAnswer(answer: object, paths: readonly string[], state: AccountState): object {
  const copy = structuredClone(answer)
  for (const path of paths) expandPath(copy as Record<string, unknown>, path.split('.'), state, path)
  return copy
}

function expandPath(
  object: Record<string, unknown>,
  [field = '', ...rest]: readonly string[],
  state: AccountState,
  path: string,
): void {
  let value = object[field]
  if (value === null) return
  if (typeof value === 'string') {
    const found = state.findAny(value)
    if (found === undefined) throw cannotExpand(path)
    value = object[field] = structuredClone(found)
  }
  if (typeof value !== 'object') throw cannotExpand(path)
  if (rest.length === 0) return
  for (const one of Array.isArray(value) ? value : [value])
    expandPath(one as Record<string, unknown>, rest, state, path)
}

const cannotExpand = (path: string) =>
  invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
