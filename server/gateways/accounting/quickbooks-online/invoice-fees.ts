import { z } from 'zod'
import type { Connection, LateFeeToAdd, Outcome, RemoteRef } from '../port.ts'
import type { Posting } from './client.ts'
import { invoiceUrl, isVoid } from './read-records.ts'
import { numberOf } from './wire.ts'

/** A line as it came: an update replaces all lines, so that each is sent back with every field. */
const line = z.looseObject({
  Id: z.string().optional(),
  Description: z.string().default(''),
  DetailType: z.string().default(''),
})
const invoice = z.object({
  Invoice: z.looseObject({
    Id: z.string(),
    SyncToken: z.string(),
    TotalAmt: z.union([z.number(), z.string()]).transform(String),
    PrivateNote: z.string().default(''),
    Line: z.array(line).default([]),
  }),
})

type Found = z.output<typeof invoice>['Invoice']
type Line = z.output<typeof line>

const MOST_TRIES = 3
const malformed = (kind: 'unavailable' | 'unknown_outcome'): Outcome<never> => ({
  ok: false,
  error: { kind, code: 'malformed_answer', raw: null },
})

const hasText = ({ Description }: Line, text: string): boolean => Description.includes(text)

/** Adds a fee as a line of its invoice. A line of the same fee with another reference is replaced. */
export async function addLateFee(
  posting: Posting,
  connection: Connection,
  fee: LateFeeToAdd,
  key: string,
): Promise<Outcome<RemoteRef>> {
  const { minor, currency } = fee.amount
  const added = {
    Amount: numberOf(minor, currency),
    Description: `${fee.text} (${fee.reference})`,
    DetailType: 'SalesItemLineDetail',
    SalesItemLineDetail: {
      Qty: 1,
      UnitPrice: numberOf(minor, currency),
      ...(fee.item !== '' && { ItemRef: { value: fee.item } }),
      ...(fee.taxCode !== '' && { TaxCodeRef: { value: fee.taxCode } }),
    },
  }
  const made = await rewriteLines(posting, connection, fee.invoiceId, key, (found) => {
    if (found.Line.some((one) => hasText(one, `(${fee.reference})`))) return null
    return [...found.Line.filter((one) => !hasText(one, `(${fee.base}`)), added]
  })
  if (!made.ok) return made
  if (made.value === null)
    return {
      ok: false,
      error: {
        kind: 'wrong_state',
        code: 'invoice_void',
        userMessage: 'Its invoice is void or deleted.',
        raw: null,
      },
    }
  return { ok: true, value: refOf(posting, made.value, fee) }
}

export async function findLateFee(
  posting: Posting,
  connection: Connection,
  fee: { readonly invoiceId: string; readonly reference: string },
): Promise<Outcome<RemoteRef | null>> {
  const found = await readInvoice(posting, connection, fee.invoiceId)
  if (!found.ok || found.value === null) return found as Outcome<null>
  const has = found.value.Line.some((one) => hasText(one, `(${fee.reference})`))
  return { ok: true, value: has ? refOf(posting, found.value, fee) : null }
}

/** Removes the line of a fee. An invoice that is void or gone has none. */
export async function removeLateFee(
  posting: Posting,
  connection: Connection,
  fee: { readonly invoiceId: string; readonly base: string },
  key: string,
): Promise<Outcome<void>> {
  const made = await rewriteLines(posting, connection, fee.invoiceId, key, ({ Line }) => {
    const rest = Line.filter((one) => !hasText(one, `(${fee.base}`))
    return rest.length === Line.length ? null : rest
  })
  return made.ok ? { ok: true, value: undefined } : made
}

const refOf = (
  { appUrl }: Posting,
  found: Found,
  { invoiceId, reference }: { readonly invoiceId: string; readonly reference: string },
): RemoteRef => ({
  remoteId: `${invoiceId}/${reference}`,
  version: found.SyncToken,
  url: invoiceUrl(appUrl, invoiceId),
})

async function readInvoice(
  { call }: Posting,
  connection: Connection,
  id: string,
): Promise<Outcome<Found | null>> {
  const answer = await call(connection, { method: 'GET', path: `invoice/${encodeURIComponent(id)}` })
  if (!answer.ok) return answer.error.kind === 'not_found' ? { ok: true, value: null } : answer
  const read = invoice.safeParse(answer.value)
  return read.success ? { ok: true, value: read.data.Invoice } : malformed('unavailable')
}

/**
 * Writes the lines that `change` returns; null of it leaves the invoice as it is. A stale token is read again by the id. Returns null for
 * an invoice that is void or gone.
 */
async function rewriteLines(
  posting: Posting,
  connection: Connection,
  id: string,
  key: string,
  change: (found: Found) => readonly object[] | null,
): Promise<Outcome<Found | null>> {
  for (let attempt = 1; ; attempt++) {
    const found = await readInvoice(posting, connection, id)
    if (!found.ok) return found
    if (found.value === null || isVoid(found.value)) return { ok: true, value: null }
    const lines = change(found.value)
    if (lines === null) return found
    const answer = await posting.call(connection, {
      method: 'POST',
      path: 'invoice',
      query: { operation: 'update', requestid: `${key.slice(0, 32)}-${attempt}` },
      body: {
        Id: found.value.Id,
        SyncToken: found.value.SyncToken,
        sparse: true,
        // The platform adds up the lines itself.
        Line: lines.filter((one) => (one as Line).DetailType !== 'SubTotalLineDetail'),
      },
    })
    if (answer.ok) {
      const read = invoice.safeParse(answer.value)
      return read.success ? { ok: true, value: read.data.Invoice } : malformed('unknown_outcome')
    }
    if (answer.error.kind !== 'conflict' || attempt === MOST_TRIES) return answer
  }
}
