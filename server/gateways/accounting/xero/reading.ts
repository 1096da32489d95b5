import { z } from 'zod'
import { MINUTE_MS } from '../../../../domain/dates/durations.ts'
import type { ChangePage, Connection, Outcome, RecordPage, RemoteKind, RemoteRecord } from '../port.ts'
import type { XeroClient } from './client.ts'
import { malformed } from './failure.ts'
import {
  BATCH,
  CREDIT,
  isApproved,
  mayOwe,
  OVERPAYMENT,
  readCreditNote,
  readCustomer,
  readInvoice,
  readPayment,
  readReceived,
} from './read-records.ts'
import { placeOf, SOURCES, SOURCES_OF, type Source, sourceOf } from './sources.ts'
import {
  contactShape,
  creditNoteShape,
  invoiceShape,
  overpaymentShape,
  pagination,
  paymentShape,
  prepaymentShape,
} from './wire.ts'

/** The most that Xero takes. */
const PAGE = 1000
/** Clocks differ, so changes are read again over this time. */
const OVERLAP_MS = 5 * MINUTE_MS
/** Contacts are asked for in an address, which must not become too long. */
const MOST_IDS = 40

/** Parts of the adapter that read. */
export interface Reading {
  readonly call: XeroClient
  readonly appUrl: string
  readonly wallNow: () => number
}

interface Resource {
  readonly path: 'Contacts' | 'Invoices' | 'CreditNotes' | 'Prepayments' | 'Overpayments' | 'Payments'
  /** Ordered by ids: a record that changes while pages are read stays in its page. */
  readonly query: Readonly<Record<string, string>>
  /** Returns null for a record that nobody collects. */
  read(record: unknown, appUrl: string): RemoteRecord | null
}

const RESOURCES: Readonly<Record<Source, Resource>> = {
  customer: {
    path: 'Contacts',
    query: { includeArchived: 'true', order: 'ContactID' },
    read: (record, appUrl) => {
      const contact = contactShape.parse(record)
      return mayOwe(contact) ? readCustomer(contact, appUrl) : null
    },
  },
  invoice: {
    path: 'Invoices',
    query: {
      where: 'Type=="ACCREC"',
      Statuses: 'AUTHORISED,PAID,VOIDED,DELETED',
      order: 'InvoiceID',
      unitdp: '4',
    },
    read: (record, appUrl) => {
      const invoice = invoiceShape.parse(record)
      return invoice.Type === 'ACCREC' && isApproved(invoice) ? readInvoice(invoice, appUrl) : null
    },
  },
  credit_memo: {
    path: 'CreditNotes',
    query: { where: 'Type=="ACCRECCREDIT"', order: 'CreditNoteID' },
    read: (record, appUrl) => {
      const note = creditNoteShape.parse(record)
      return note.Type === 'ACCRECCREDIT' && isApproved(note) ? readCreditNote(note, appUrl) : null
    },
  },
  prepayment: {
    path: 'Prepayments',
    query: { order: 'PrepaymentID' },
    read: (record, appUrl) => {
      const prepayment = prepaymentShape.parse(record)
      return RECEIVED_TYPE.test(prepayment.Type) && isApproved(prepayment)
        ? readReceived('Prepayment', prepayment.PrepaymentID, prepayment, appUrl)
        : null
    },
  },
  overpayment: {
    path: 'Overpayments',
    query: { order: 'OverpaymentID' },
    read: (record, appUrl) => {
      const overpayment = overpaymentShape.parse(record)
      return RECEIVED_TYPE.test(overpayment.Type) && isApproved(overpayment)
        ? readReceived('Overpayment', overpayment.OverpaymentID, overpayment, appUrl)
        : null
    },
  },
  payment: {
    path: 'Payments',
    query: { where: 'PaymentType=="ACCRECPAYMENT"', order: 'PaymentID' },
    read: (record, appUrl) => {
      const payment = paymentShape.parse(record)
      return payment.PaymentType === 'ACCRECPAYMENT' ? readPayment(payment, appUrl) : null
    },
  },
}

/** Received from customers; the others are paid to suppliers. */
const RECEIVED_TYPE = /^(RECEIVE-|AR)/

interface Page {
  readonly records: readonly RemoteRecord[]
  readonly isLast: boolean
  readonly total: number | null
  /** When Xero answered, by its clock. */
  readonly atMs: number
}

async function readPage(
  { call, appUrl, wallNow }: Reading,
  connection: Connection,
  source: Source,
  page: number,
  more: { readonly since?: string; readonly query?: Readonly<Record<string, string>> } = {},
): Promise<Outcome<Page>> {
  const { path, query, read } = RESOURCES[source]
  const answer = await call(connection, {
    method: 'GET',
    path,
    query: { ...query, ...more.query, page: `${page}`, pageSize: `${PAGE}` },
    ...(more.since !== undefined && { since: more.since }),
  })
  if (!answer.ok) return answer
  try {
    const listed = z.looseObject({ pagination }).parse(answer.value)
    const rows = z.array(z.unknown()).default([]).parse(listed[path])
    return {
      ok: true,
      value: {
        records: rows.map((row) => read(row, appUrl)).filter((record) => record !== null),
        isLast: rows.length < PAGE,
        total: listed.pagination?.itemCount ?? null,
        atMs: timeOf(listed, wallNow),
      },
    }
  } catch {
    return malformed
  }
}

export async function pull(
  reading: Reading,
  connection: Connection,
  kind: RemoteKind,
  cursor: string | null,
): Promise<Outcome<RecordPage>> {
  const { source, at } = placeOf(kind, cursor)
  const page = await readPage(reading, connection, source, at)
  if (!page.ok) return page
  const { records, isLast, total } = page.value
  const sources = SOURCES_OF[kind]
  const following = sources[sources.indexOf(source) + 1]
  const next = isLast ? (following === undefined ? null : `${following} 1`) : `${source} ${at + 1}`
  return { ok: true, value: { records, next, total: sources.length === 1 ? total : null } }
}

/** Each answer states when it was made, so that our clock needs not to be right. */
const timeOf = ({ DateTimeUTC }: Record<string, unknown>, wallNow: () => number): number => {
  const ms = /^\/Date\((\d+)/.exec(String(DateTimeUTC))?.[1]
  return ms === undefined ? wallNow() : Number(ms) // not money: epoch ms
}

const before = (ms: number): string => new Date(ms - OVERLAP_MS).toISOString() // an instant of Xero's clock

/** Returns the position from which changes are read after a reading that begins now. */
export async function readPosition(
  { call, wallNow }: Reading,
  connection: Connection,
): Promise<Outcome<string>> {
  const answer = await call(connection, { method: 'GET', path: 'Organisation' })
  if (!answer.ok) return answer
  return { ok: true, value: before(timeOf(answer.value as Record<string, unknown>, wallNow)) }
}

/** Where a reading of changes is: after an instant, and between pages also on which page of which kinds, and what comes next. */
const position = z.union([
  z.iso.datetime().transform((since) => ({ since, next: null, page: 1, kinds: SOURCES })),
  z
    .string()
    .transform((text) => JSON.parse(text) as unknown)
    .pipe(
      z.object({
        since: z.iso.datetime(),
        next: z.iso.datetime(),
        page: z.number().int().positive(),
        kinds: z.array(z.enum(SOURCES)),
      }),
    ),
])

/** Reads the next page of each kind that has more. Deleted records stay in Xero with their status, so there is never a gap. */
export async function readChanges(
  reading: Reading,
  connection: Connection,
  text: string,
): Promise<Outcome<ChangePage>> {
  const at = position.parse(text)
  let { next } = at
  const records: RemoteRecord[] = []
  const unfinished: Source[] = []
  for (const kind of at.kinds) {
    const page = await readPage(reading, connection, kind, at.page, { since: at.since })
    if (!page.ok) return page
    next ??= before(page.value.atMs)
    records.push(...page.value.records)
    if (!page.value.isLast) unfinished.push(kind)
  }
  const customers = await readCustomersOf(reading, connection, records)
  if (!customers.ok) return customers
  const more = unfinished.length > 0
  return {
    ok: true,
    value: {
      records: [...customers.value, ...records],
      next: more
        ? JSON.stringify({ since: at.since, next, page: at.page + 1, kinds: unfinished })
        : (next ?? at.since),
      more,
      gap: false,
    },
  }
}

/** Reads the contacts of changed invoices: a supplier becomes a customer by the first invoice. */
async function readCustomersOf(
  { call, appUrl }: Reading,
  connection: Connection,
  records: readonly RemoteRecord[],
): Promise<Outcome<RemoteRecord[]>> {
  const known = new Set(records.map(({ remoteId }) => remoteId))
  const wanted = new Set(records.flatMap((one) => (one.kind === 'invoice' ? [one.customerId] : [])))
  const ids = [...wanted].filter((id) => id !== '' && !known.has(id))
  const customers: RemoteRecord[] = []
  for (let from = 0; from < ids.length; from += MOST_IDS) {
    const answer = await call(connection, {
      method: 'GET',
      path: 'Contacts',
      query: { IDs: ids.slice(from, from + MOST_IDS).join(','), includeArchived: 'true' },
    })
    if (!answer.ok) return answer
    const read = z.object({ Contacts: z.array(contactShape).default([]) }).safeParse(answer.value)
    if (!read.success) return malformed
    customers.push(...read.data.Contacts.map((contact) => readCustomer(contact, appUrl)))
  }
  return { ok: true, value: customers }
}

const PREFIXES = [BATCH, CREDIT, OVERPAYMENT]

export async function readOne(
  { call, appUrl }: Reading,
  connection: Connection,
  kind: RemoteKind,
  remoteId: string,
): Promise<Outcome<RemoteRecord | null>> {
  const { source, id } = sourceOf(kind, remoteId)
  const { path, read } = RESOURCES[source]
  // Records that stand for several are not read one by one: they are seen by their payments.
  if (PREFIXES.some((prefix) => remoteId.startsWith(prefix))) return { ok: true, value: null }
  const answer = await call(connection, {
    method: 'GET',
    path: `${path}/${encodeURIComponent(id)}`,
    ...(kind === 'invoice' && { query: { unitdp: '4' } }),
  })
  if (!answer.ok) return answer.error.kind === 'not_found' ? { ok: true, value: null } : answer
  try {
    const [found] = z.array(z.unknown()).parse(z.looseObject({}).parse(answer.value)[path])
    return { ok: true, value: found === undefined ? null : read(found, appUrl) }
  } catch {
    return malformed
  }
}
