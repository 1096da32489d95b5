import { z } from 'zod'
import { DAY_MS, MINUTE_MS } from '../../../../domain/dates/durations.ts'
import type { ChangePage, Connection, Outcome, RecordPage, RemoteKind, RemoteRecord } from '../port.ts'
import type { ClioClient } from './client.ts'
import { malformed } from './failure.ts'
import {
  isIssued,
  isRevenue,
  readAllocation,
  readBill,
  readCreditMemo,
  readCustomer,
} from './read-records.ts'
import { allocationShape, billShape, contactShape, creditMemoShape, FIELDS, pageShape } from './wire.ts'

/** The most that Clio takes. */
const PAGE = 200
/** Clocks differ, so changes are read again over this time. */
const OVERLAP_MS = 5 * MINUTE_MS
/** Ids are asked for in an address, which must not become too long. */
const MOST_IDS = 50

/** Parts of the adapter that read. */
export interface Reading {
  readonly call: ClioClient
  readonly url: string
  /** Returns the currency of the firm, for records that state none. */
  currencyOf(connection: Connection): Promise<Outcome<string>>
}

interface Resource {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Only of a full reading. */
  readonly full?: Readonly<Record<string, string>>
  /** Returns null for a record that nobody collects. */
  read(record: unknown, url: string, currency: string, isFull: boolean): RemoteRecord | null
}

export const RESOURCES: Readonly<Record<RemoteKind, Resource>> = {
  customer: {
    path: 'contacts',
    query: { fields: FIELDS.contact, client_only: 'true' },
    read: (record, url) => readCustomer(contactShape.parse(record), url),
  },
  invoice: {
    path: 'bills',
    query: { fields: FIELDS.bill, type: 'revenue' },
    read: (record, url, _, isFull) => {
      const bill = billShape.parse(record)
      return isRevenue(bill) && (!isFull || isIssued(bill)) ? readBill(bill, url) : null
    },
  },
  credit_memo: {
    path: 'credit_memos',
    query: { fields: FIELDS.creditMemo },
    read: (record, url, currency) => readCreditMemo(creditMemoShape.parse(record), url, currency),
  },
  payment: {
    path: 'allocations',
    query: { fields: FIELDS.allocation },
    read: (record, url) => readAllocation(allocationShape.parse(record), url),
  },
}

const KINDS = Object.keys(RESOURCES) as RemoteKind[]

interface Page {
  readonly records: readonly RemoteRecord[]
  /** Token of the next page; null on the last one. */
  readonly next: string | null
  readonly total: number | null
  readonly atMs: number
}

interface Asked {
  readonly token?: string | null
  readonly since?: string
  readonly ids?: readonly string[]
}

async function readPage(
  reading: Reading,
  connection: Connection,
  kind: RemoteKind,
  { token, since, ids }: Asked,
): Promise<Outcome<Page>> {
  const { path, query, read } = RESOURCES[kind]
  const currency =
    kind === 'credit_memo' ? await reading.currencyOf(connection) : { ok: true as const, value: '' }
  if (!currency.ok) return currency
  const answer = await reading.call(connection, {
    method: 'GET',
    path: `${path}.json`,
    query: {
      ...query,
      // Pages by a cursor, which only this order has: a record that changes stays in its place.
      order: 'id(asc)',
      limit: `${PAGE}`,
      ...(token && { page_token: token }),
      ...(since !== undefined && { updated_since: since }),
    },
    ...(ids && { ids }),
  })
  if (!answer.ok) return answer
  try {
    const page = pageShape.parse(answer.value.value)
    const isFull = since === undefined && ids === undefined
    return {
      ok: true,
      value: {
        records: page.data
          .map((row) => read(row, reading.url, currency.value, isFull))
          .filter((record) => record !== null),
        next: tokenOf(page.meta?.paging?.next ?? null),
        total: page.meta?.records ?? null,
        atMs: answer.value.atMs,
      },
    }
  } catch {
    return malformed
  }
}

/** The next page's address is Clio's; only its token is used, so that no other host is called. */
function tokenOf(next: string | null): string | null {
  if (next === null) return null
  const token = new URL(next).searchParams.get('page_token')
  if (token === null) throw new Error('Clio named a next page without its token')
  return token
}

export async function pull(
  reading: Reading,
  connection: Connection,
  kind: RemoteKind,
  cursor: string | null,
): Promise<Outcome<RecordPage>> {
  const page = await readPage(reading, connection, kind, { token: cursor })
  if (!page.ok) return page
  const { records, next, total } = page.value
  return { ok: true, value: { records, next, total } }
}

const before = (ms: number): string => new Date(ms - OVERLAP_MS).toISOString() // an instant of Clio's clock

const KIND = z.enum(['customer', 'invoice', 'credit_memo', 'payment'])

/** Where a reading of changes is. `fullAt` says when everything was read last. */
const position = z
  .string()
  .transform((text) => JSON.parse(text) as unknown)
  .pipe(
    z.object({
      since: z.iso.datetime(),
      fullAt: z.iso.datetime(),
      next: z.iso.datetime().nullable(),
      tokens: z.array(z.object({ kind: KIND, token: z.string().nullable() })),
    }),
  )

const START = KINDS.map((kind) => ({ kind, token: null }))

const positionAt = (atMs: number): string =>
  JSON.stringify({ since: before(atMs), fullAt: new Date(atMs).toISOString(), next: null, tokens: START }) // an instant of Clio's clock

/** Returns the position from which changes are read after a reading that begins now. */
export async function readPosition({ call }: Reading, connection: Connection): Promise<Outcome<string>> {
  const answer = await call(connection, {
    method: 'GET',
    path: 'users/who_am_i.json',
    query: { fields: 'id' },
  })
  return answer.ok ? { ok: true, value: positionAt(answer.value.atMs) } : answer
}

/**
 * Reads the next page of each kind that has more. Deleted records are not listed, so that once a day everything is read and its
 * ids are compared.
 */
export async function readChanges(
  reading: Reading,
  connection: Connection,
  text: string,
): Promise<Outcome<ChangePage>> {
  const at = position.parse(text)
  let { next } = at
  const records: RemoteRecord[] = []
  const unfinished: { kind: RemoteKind; token: string | null }[] = []
  for (const { kind, token } of at.tokens) {
    const page = await readPage(reading, connection, kind, { token, since: at.since })
    if (!page.ok) return page
    const { atMs } = page.value
    if (next === null && atMs - Date.parse(at.fullAt) >= DAY_MS)
      // instants of Clio's clock
      return { ok: true, value: { records: [], next: positionAt(atMs), more: false, gap: true } }
    next ??= before(atMs)
    records.push(...page.value.records)
    if (page.value.next !== null) unfinished.push({ kind, token: page.value.next })
  }
  const bills = await readOthers(reading, connection, 'invoice', records, billsOf)
  if (!bills.ok) return bills
  const customers = await readOthers(reading, connection, 'customer', [...records, ...bills.value], clientsOf)
  if (!customers.ok) return customers
  const more = unfinished.length > 0
  const onwards = more
    ? { ...at, next, tokens: unfinished }
    : { since: next ?? at.since, fullAt: at.fullAt, next: null, tokens: START }
  return {
    ok: true,
    value: {
      records: [...customers.value, ...records, ...bills.value],
      next: JSON.stringify(onwards),
      more,
      gap: false,
    },
  }
}

/** A payment changes the balance of its bill, whose own time of change may be earlier. */
const billsOf = (record: RemoteRecord): string[] =>
  record.kind === 'payment' ? record.applied.map(({ invoiceId }) => invoiceId) : []

/** A contact becomes a client by its first matter, without a change of its own. */
const clientsOf = (record: RemoteRecord): string[] =>
  record.kind === 'invoice' && record.customerId !== '' ? [record.customerId] : []

async function readOthers(
  reading: Reading,
  connection: Connection,
  kind: RemoteKind,
  records: readonly RemoteRecord[],
  idsOf: (record: RemoteRecord) => string[],
): Promise<Outcome<RemoteRecord[]>> {
  const known = new Set(records.flatMap((one) => (one.kind === kind ? [one.remoteId] : [])))
  const ids = [...new Set(records.flatMap(idsOf))].filter((id) => !known.has(id))
  const found: RemoteRecord[] = []
  for (let from = 0; from < ids.length; from += MOST_IDS) {
    const page = await readPage(reading, connection, kind, { ids: ids.slice(from, from + MOST_IDS) })
    if (!page.ok) return page
    found.push(...page.value.records)
  }
  return { ok: true, value: found }
}
