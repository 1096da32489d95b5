import { type Books, RESOURCES, type Resource, type Wire } from './books.ts'
import { type Answered, type Call, notFound, one } from './call.ts'
import { select } from './fields.ts'
import { Refusal } from './refusal.ts'
import type { Webhooks } from './webhooks.ts'

const MOST = 200

/** Answers one call of the API. Throws a Refusal. */
export function answerCall(books: Books, webhooks: Webhooks, call: Call): Answered {
  const [resource = '', id, part] = call.path.replace(/\.json$/, '').split('/')
  if (resource === 'webhooks') return webhooks.answer(call, id, part)
  if (call.method !== 'GET') throw notFound()
  if (call.path === 'users/who_am_i.json') return one(personOf(books), call)
  if (call.path === 'settings/billing.json')
    return one({ id: 1, etag: '"billing"', updated_at: '', currency: books.currency }, call)
  if (!RESOURCES.includes(resource as Resource)) throw notFound()
  if (id === undefined) return list(books, resource as Resource, call)
  const record = books.find(resource as Resource, Number(id)) // not money: an id
  if (!record) throw notFound()
  return one(record, call)
}

function list(books: Books, resource: Resource, { query, path, origin }: Call): Answered {
  const limit = Number(query.get('limit') ?? MOST) // not money: records of a page
  if (!(limit >= 1 && limit <= MOST))
    throw new Refusal(400, 'ArgumentError', 'limit must be between 1 and 200')
  const order = query.get('order') ?? 'id(asc)'
  if (order !== 'id(asc)') throw new Refusal(400, 'ArgumentError', `${order} has no cursor here`)
  const rows = books.list(resource).filter((row) => isListed(row, resource, query))
  const after = Number(query.get('page_token') ?? 0) // not money: the id before the page
  const rest = rows.filter(({ id }) => id > after)
  const page = rest.slice(0, limit)
  const next = new URL(`${origin}/api/v4/${path}?${query}`)
  next.searchParams.set('page_token', String(page.at(-1)?.id ?? 0))
  return {
    status: 200,
    value: {
      data: page.map((row) => select(row, query.get('fields'))),
      meta: { paging: rest.length > limit ? { next: next.href } : {}, records: rows.length },
    },
  }
}

function isListed(row: Wire, resource: Resource, query: URLSearchParams): boolean {
  const ids = query.getAll('ids[]')
  const since = query.get('updated_since')
  const bill = query.get('bill_id')
  if (ids.length > 0 && !ids.includes(String(row.id))) return false
  if (since !== null && row.updated_at < new Date(since).toISOString()) return false // the simulator's own clock
  if (bill !== null && String((row.bill as Wire | null)?.id) !== bill) return false
  if (resource === 'contacts' && query.get('client_only') === 'true' && row.is_client !== true) return false
  if (resource === 'bills' && query.get('type') === 'revenue' && row.kind === 'trust_kind') return false
  return true
}

const personOf = ({ name, accountId }: Books): Wire => ({
  id: 42,
  etag: '"person"',
  updated_at: '',
  name: 'Robin Alder',
  email: 'robin@firm.test',
  phone_number: '+1 503 555 0100',
  account: { id: accountId, name },
})
