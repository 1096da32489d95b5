import { z } from 'zod'
import type { Connection, Outcome, RemoteInvoice, RemoteKind, RemotePayment, RemoteRecord } from '../port.ts'
import { malformed } from './failure.ts'
import { isRevenue, readAllocation, readBill, readMemoWithEntries } from './read-records.ts'
import { RESOURCES, type Reading } from './reading.ts'
import { allocationShape, billShape, type ClioBill, FIELDS, pageShape } from './wire.ts'

/** A bill that keeps changing while it is read is read by the next sync. */
const ATTEMPTS = 3
const PAGES = 20

const one = z.object({ data: z.unknown() })

/** Reads one record. A bill comes with what settled it, both of the same moment. */
export async function readOne(
  reading: Reading,
  connection: Connection,
  kind: RemoteKind,
  remoteId: string,
): Promise<Outcome<RemoteRecord | null>> {
  if (kind === 'invoice') return readWhole(reading, connection, remoteId)
  const { path, query } = RESOURCES[kind]
  const read = kind === 'credit_memo' ? readMemoWithEntries : RESOURCES[kind].read
  const currency = kind === 'credit_memo' ? await reading.currencyOf(connection) : null
  if (currency?.ok === false) return currency
  const answer = await reading.call(connection, {
    method: 'GET',
    path: `${path}/${encodeURIComponent(remoteId)}.json`,
    query: { fields: query.fields! },
  })
  if (!answer.ok) return answer.error.kind === 'not_found' ? { ok: true, value: null } : answer
  try {
    return {
      ok: true,
      value: read(one.parse(answer.value.value).data, reading.url, currency?.value ?? '', false),
    }
  } catch {
    return malformed
  }
}

/** The bill is asked for again after its payments: they belong together when its version is still the same. */
async function readWhole(
  reading: Reading,
  connection: Connection,
  id: string,
): Promise<Outcome<RemoteInvoice | null>> {
  const path = `bills/${encodeURIComponent(id)}.json`
  const query = { fields: FIELDS.bill }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const answer = await reading.call(connection, { method: 'GET', path, query })
    if (!answer.ok) return answer.error.kind === 'not_found' ? { ok: true, value: null } : answer
    let bill: ClioBill
    try {
      bill = billShape.parse(one.parse(answer.value.value).data)
    } catch {
      return malformed
    }
    if (!isRevenue(bill)) return { ok: true, value: null }
    const payments = await readPaymentsOf(reading, connection, bill)
    if (!payments.ok) return payments
    const again = await reading.call(connection, { method: 'GET', path, query, etag: bill.etag })
    if (!again.ok) return again.error.kind === 'not_found' ? { ok: true, value: null } : again
    if (again.value.unchanged)
      return { ok: true, value: { ...readBill(bill, reading.url), payments: payments.value } }
  }
  return { ok: false, error: { kind: 'unavailable', code: 'bill_changes', raw: null } }
}

async function readPaymentsOf(
  { call, url }: Reading,
  connection: Connection,
  bill: ClioBill,
): Promise<Outcome<RemotePayment[]>> {
  const found: RemotePayment[] = []
  let token: string | null = null
  for (let page = 0; page < PAGES; page++) {
    const answer = await call(connection, {
      method: 'GET',
      path: 'allocations.json',
      query: {
        fields: FIELDS.allocation,
        bill_id: bill.id,
        order: 'id(asc)',
        limit: '200',
        ...(token !== null && { page_token: token }),
      },
    })
    if (!answer.ok) return answer
    try {
      const read = pageShape.parse(answer.value.value)
      found.push(...read.data.map((row) => readAllocation(allocationShape.parse(row), url, bill)))
      const next = read.meta?.paging?.next
      if (!next) return { ok: true, value: found }
      token = new URL(next).searchParams.get('page_token')
    } catch {
      return malformed
    }
  }
  return malformed
}
