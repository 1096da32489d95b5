import { z } from 'zod'
import { DAY_MS, MINUTE_MS } from '../../../../domain/dates/durations.ts'
import type {
  ChangePage,
  Choice,
  CompanyProfile,
  Connection,
  Outcome,
  RecordPage,
  RemoteKind,
  RemoteRecord,
} from '../port.ts'
import type { QuickBooksClient } from './client.ts'
import {
  type Company,
  RECEIVED,
  readCustomer,
  readInvoice,
  readMemo,
  readPayment,
  readReceived,
} from './read-records.ts'
import { customerShape, invoiceShape, memoShape, paymentShape } from './wire.ts'

const PAGE = 500
/** Changes are kept for 30 days. */
const REMEMBERED_MS = 29 * DAY_MS
/** Clocks differ, so changes are read again over this time. */
const OVERLAP_MS = 5 * MINUTE_MS
/** An answer about changes has at most so many records and no second page. */
const MOST_CHANGES = 1000

const ENTITIES = {
  customer: 'Customer',
  invoice: 'Invoice',
  credit_memo: 'CreditMemo',
  payment: 'Payment',
} as const satisfies Record<RemoteKind, string>

const READERS: { readonly [K in RemoteKind]: (record: unknown, company: Company) => RemoteRecord[] } = {
  customer: (record, company) => [readCustomer(customerShape.parse(record), company)],
  invoice: (record, company) => [readInvoice(invoiceShape.parse(record), company)],
  credit_memo: (record, company) => [readMemo(memoShape.parse(record), company)],
  // A part of a payment that settles no invoice is credit.
  payment: (record, company) => {
    const payment = paymentShape.parse(record)
    return [readPayment(payment, company), ...readReceived(payment, company)]
  },
}

const listed = z.looseObject({ totalCount: z.number().optional() })
const queried = z.object({ QueryResponse: listed })
const changed = z.object({ CDCResponse: z.array(z.object({ QueryResponse: z.array(listed) })) })
const info = z.object({
  CompanyInfo: z.object({
    CompanyName: z.string().default(''),
    Email: z.object({ Address: z.string().default('') }).optional(),
    PrimaryPhone: z.object({ FreeFormNumber: z.string().default('') }).optional(),
    CompanyAddr: z.object({ PostalCode: z.string().default('') }).optional(),
    Country: z.string().default(''),
  }),
})
const preferences = z.object({
  Preferences: z.object({ CurrencyPrefs: z.object({ HomeCurrency: z.object({ value: z.string() }) }) }),
})
const named = z.array(
  z.object({
    Id: z.string(),
    Name: z.string(),
    AccountType: z.string().default(''),
    Type: z.string().default(''),
  }),
)

const LISTS = {
  tax_codes: ['TaxCode', 'select * from TaxCode maxresults 500'],
  items: ['Item', 'select * from Item maxresults 500'],
  accounts: [
    'Account',
    "select * from Account where AccountType in ('Bank', 'Other Current Asset') maxresults 500",
  ],
} as const

const malformed: Outcome<never> = {
  ok: false,
  error: { kind: 'unavailable', code: 'malformed_answer', raw: null },
}

/** Parts of the adapter that read. */
export interface Reading {
  readonly call: QuickBooksClient
  readonly appUrl: string
  readonly wallNow: () => number
  /** Home currencies by company. They never change, so each is read once. */
  readonly currencies: Map<string, string>
}

const isoBefore = ({ wallNow }: Reading, ms: number): string => new Date(wallNow() - ms).toISOString() // an instant from the given clock

const stamped = z.looseObject({ time: z.string() })

/** Returns the position after an answer, by the platform's own clock where it states it: ours may be ahead. */
function positionAfter(reading: Reading, answer: unknown): string {
  const at = Date.parse(stamped.safeParse(answer).data?.time ?? '')
  return Number.isNaN(at) ? isoBefore(reading, OVERLAP_MS) : new Date(at - OVERLAP_MS).toISOString() // an instant of the platform
}

export async function readPosition(reading: Reading, connection: Connection): Promise<Outcome<string>> {
  const answer = await reading.call(connection, { method: 'GET', path: 'preferences' })
  return answer.ok ? { ok: true, value: positionAfter(reading, answer.value) } : answer
}

async function companyOf(reading: Reading, connection: Connection): Promise<Outcome<Company>> {
  const { call, appUrl, currencies } = reading
  const realm = connection.remoteId ?? ''
  const known = currencies.get(realm)
  if (known !== undefined) return { ok: true, value: { homeCurrency: known, appUrl } }
  const answer = await call(connection, { method: 'GET', path: 'preferences' })
  if (!answer.ok) return answer
  const read = preferences.safeParse(answer.value)
  if (!read.success) return malformed
  const homeCurrency = read.data.Preferences.CurrencyPrefs.HomeCurrency.value
  currencies.set(realm, homeCurrency)
  return { ok: true, value: { homeCurrency, appUrl } }
}

/** Reads with the company's currency. A record that can't be understood fails the whole, so that none is left out silently. */
async function withCompany<T>(
  reading: Reading,
  connection: Connection,
  work: (company: Company) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const company = await companyOf(reading, connection)
  if (!company.ok) return company
  try {
    return await work(company.value)
  } catch {
    return malformed
  }
}

const ask = ({ call }: Reading, connection: Connection, query: string) =>
  call(connection, { method: 'GET', path: 'query', query: { query } })

export const readCompany = (reading: Reading, connection: Connection): Promise<Outcome<CompanyProfile>> =>
  withCompany(reading, connection, async ({ homeCurrency }) => {
    const realm = connection.remoteId ?? ''
    const answer = await reading.call(connection, { method: 'GET', path: `companyinfo/${realm}` })
    if (!answer.ok) return answer
    const { CompanyInfo: found } = info.parse(answer.value)
    return {
      ok: true,
      value: {
        remoteId: realm,
        name: found.CompanyName,
        email: found.Email?.Address ?? '',
        phone: found.PrimaryPhone?.FreeFormNumber ?? '',
        postalCode: found.CompanyAddr?.PostalCode ?? '',
        country: found.Country,
        currency: homeCurrency,
      },
    }
  })

export const pull = (
  reading: Reading,
  connection: Connection,
  kind: RemoteKind,
  cursor: string | null,
): Promise<Outcome<RecordPage>> =>
  withCompany(reading, connection, async (company) => {
    const start = cursor === null ? 1 : Number(cursor) // not money: a position
    const entity = ENTITIES[kind]
    const from = `${entity}${kind === 'customer' ? ' where Active in (true, false)' : ''}`
    const counted = cursor === null ? await ask(reading, connection, `select count(*) from ${from}`) : null
    if (counted?.ok === false) return counted
    const text = `select * from ${from} orderby Id startposition ${start} maxresults ${PAGE}`
    const answer = await ask(reading, connection, text)
    if (!answer.ok) return answer
    const rows = (queried.parse(answer.value).QueryResponse[entity] ?? []) as unknown[]
    return {
      ok: true,
      value: {
        records: rows.flatMap((row) => READERS[kind](row, company)),
        next: rows.length === PAGE ? `${start + PAGE}` : null,
        total: counted ? (queried.parse(counted.value).QueryResponse.totalCount ?? null) : null,
      },
    }
  })

export const readChanges = (
  reading: Reading,
  connection: Connection,
  position: string,
): Promise<Outcome<ChangePage>> =>
  withCompany(reading, connection, async (company) => {
    if (reading.wallNow() - Date.parse(position) > REMEMBERED_MS)
      return {
        ok: true,
        value: { records: [], next: isoBefore(reading, OVERLAP_MS), more: false, gap: true },
      }
    const query = { entities: Object.values(ENTITIES).join(','), changedSince: position }
    const answer = await reading.call(connection, { method: 'GET', path: 'cdc', query })
    if (!answer.ok) return answer
    const lists = changed.parse(answer.value).CDCResponse.flatMap(({ QueryResponse }) => QueryResponse)
    const records = (Object.keys(ENTITIES) as RemoteKind[]).flatMap((kind) =>
      lists
        .flatMap((list) => (list[ENTITIES[kind]] ?? []) as unknown[])
        .flatMap((row) => READERS[kind](row, company)),
    )
    const next = positionAfter(reading, answer.value)
    return { ok: true, value: { records, next, more: false, gap: countRows(lists) >= MOST_CHANGES } }
  })

const countRows = (lists: readonly z.output<typeof listed>[]): number =>
  lists.reduce(
    (sum, list) =>
      sum +
      Object.values(ENTITIES).reduce((rows, entity) => rows + ((list[entity] ?? []) as unknown[]).length, 0),
    0,
  )

export const readOne = (
  reading: Reading,
  connection: Connection,
  kind: RemoteKind,
  remoteId: string,
): Promise<Outcome<RemoteRecord | null>> =>
  withCompany(reading, connection, async (company) => {
    const isReceived = kind === 'credit_memo' && remoteId.startsWith(RECEIVED)
    const entity = isReceived ? 'Payment' : ENTITIES[kind]
    const id = isReceived ? remoteId.slice(RECEIVED.length) : remoteId
    const path = `${entity.toLowerCase()}/${encodeURIComponent(id)}`
    const answer = await reading.call(connection, { method: 'GET', path })
    if (!answer.ok) return answer.error.kind === 'not_found' ? { ok: true, value: null } : answer
    const found = z.looseObject({}).parse(answer.value)[entity]
    if (found === undefined) return { ok: true, value: null }
    const records = READERS[isReceived ? 'payment' : kind](found, company)
    return { ok: true, value: records.find((record) => record.kind === kind) ?? null }
  })

export async function readChoices(
  reading: Reading,
  connection: Connection,
  list: keyof typeof LISTS,
): Promise<Outcome<readonly Choice[]>> {
  const [entity, text] = LISTS[list]
  const answer = await ask(reading, connection, text)
  if (!answer.ok) return answer
  const rows = named.safeParse(queried.safeParse(answer.value).data?.QueryResponse[entity] ?? [])
  if (!rows.success) return malformed
  const value = rows.data.map((row) => ({ id: row.Id, name: row.Name, detail: row.AccountType || row.Type }))
  return { ok: true, value }
}
