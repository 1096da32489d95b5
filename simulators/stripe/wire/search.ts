import type { WireObject } from '../state/wire-types.ts'
import type { Call } from './call.ts'
import { invalidRequest } from './stripe-error.ts'

const CLAUSE =
  /^(?:metadata\[(["'])(?<key>.+?)\1\]|(?<field>\w+))\s*(?<operator>[:~<>]=?)\s*(?:(["'])(?<text>.*?)\5|(?<number>\d+))$/

/**
 * Answers a search such as `metadata['order']:'17' AND status:'succeeded'`. New objects are found after
 * `switches.searchLagMs`, as Stripe's index lags behind too.
 */
export function searchPage(call: Call, url: string, all: readonly WireObject[]): object {
  const clauses = call.params
    .requireText('query')
    .split(/\s+AND\s+/)
    .map(parseClause)
  const indexedUntil = Math.floor((call.world.nowMs - call.world.switches.searchLagMs) / 1000)
  const found = all
    .filter((object) => object.created <= indexedUntil && clauses.every((matches) => matches(object)))
    .toReversed()
  const limit = Math.min(call.params.integer('limit') ?? 10, 100)
  const from = call.params.integer('page') ?? 0
  const more = from + limit < found.length
  return {
    object: 'search_result',
    url,
    has_more: more,
    next_page: more ? String(from + limit) : null,
    data: found.slice(from, from + limit),
  }
}

function parseClause(clause: string): (object: WireObject) => boolean {
  const { key, field, operator, text, number } = CLAUSE.exec(clause.trim())?.groups ?? {}
  if (operator === undefined)
    throw invalidRequest('We were unable to parse your search query.', { param: 'query' })
  const wanted = text ?? number ?? ''
  return (object) => {
    const value =
      key === undefined ? object[field ?? ''] : (object.metadata as Record<string, string> | undefined)?.[key]
    if (value === undefined || value === null) return false
    switch (operator) {
      case ':':
        return String(value).toLowerCase() === wanted.toLowerCase()
      case '~':
        return String(value).toLowerCase().includes(wanted.toLowerCase())
      case '>':
        return Number(value) > Number(wanted)
      case '>=':
        return Number(value) >= Number(wanted)
      case '<':
        return Number(value) < Number(wanted)
      default:
        return Number(value) <= Number(wanted)
    }
  }
}
