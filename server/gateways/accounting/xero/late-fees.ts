import { z } from 'zod'
import type { Connection, LateFeeToAdd, Outcome, RemoteRef } from '../port.ts'
import type { Posting } from './client.ts'
import { failure, malformed } from './failure.ts'
import { numberOf } from './wire.ts'

/** A line as it came: an update replaces all lines, so that each is sent back with every field. */
const line = z.looseObject({
  Description: z
    .string()
    .nullish()
    .transform((given) => given ?? ''),
})
const invoices = z.object({
  Invoices: z.tuple([
    z.looseObject({
      InvoiceID: z.guid(),
      Status: z.string(),
      UpdatedDateUTC: z.string().default(''),
      LineItems: z.array(line).default([]),
    }),
  ]),
})

type Found = z.output<typeof invoices>['Invoices'][0]
type Line = z.output<typeof line>

const hasText = ({ Description }: Line, text: string): boolean => Description.includes(text)

/**
 * Adds a fee as a line of its invoice, in place of a former line of the same fee. Xero refuses it for an invoice on which something
 * was paid, so that a person decides. https://developer.xero.com/documentation/api/accounting/invoices
 */
export async function addLateFee(
  posting: Posting,
  connection: Connection,
  fee: LateFeeToAdd,
  key: string,
): Promise<Outcome<RemoteRef>> {
  const { minor, currency } = fee.amount
  const found = await readInvoice(posting, connection, fee.invoiceId)
  if (!found.ok) return found
  const invoice = found.value
  if (invoice?.Status !== 'AUTHORISED' && invoice?.Status !== 'PAID')
    return failure('wrong_state', 'invoice_void', { userMessage: 'Its invoice is void or deleted.' })
  if (invoice.LineItems.some((one) => hasText(one, `(${fee.reference})`)))
    return { ok: true, value: refOf(posting, invoice, fee) }
  const added = {
    Description: `${fee.text} (${fee.reference})`,
    Quantity: 1,
    UnitAmount: numberOf(minor, currency),
    ...(fee.item === '' ? accountOf(invoice.LineItems) : { ItemCode: fee.item }),
    TaxType: fee.taxCode === '' ? 'NONE' : fee.taxCode,
  }
  const others = invoice.LineItems.filter((one) => !hasText(one, `(${fee.base}`))
  const made = await writeLines(posting, connection, invoice, [...others, added], key)
  return made.ok ? { ok: true, value: refOf(posting, made.value, fee) } : made
}

/** Without an item, the fee is income of the same account as the first line. */
const accountOf = ([first]: readonly Line[]): object =>
  typeof first?.AccountCode === 'string' ? { AccountCode: first.AccountCode } : {}

export async function findLateFee(
  posting: Posting,
  connection: Connection,
  fee: { readonly invoiceId: string; readonly reference: string },
): Promise<Outcome<RemoteRef | null>> {
  const found = await readInvoice(posting, connection, fee.invoiceId)
  if (!found.ok) return found
  const has = found.value?.LineItems.some((one) => hasText(one, `(${fee.reference})`))
  return { ok: true, value: has && found.value ? refOf(posting, found.value, fee) : null }
}

/** Removes the line of a fee. An invoice that is void or gone has none. */
export async function removeLateFee(
  posting: Posting,
  connection: Connection,
  fee: { readonly invoiceId: string; readonly base: string },
  key: string,
): Promise<Outcome<void>> {
  const found = await readInvoice(posting, connection, fee.invoiceId)
  if (!found.ok) return found
  const rest = found.value?.LineItems.filter((one) => !hasText(one, `(${fee.base}`)) ?? []
  const isOpen = found.value?.Status === 'AUTHORISED' || found.value?.Status === 'PAID'
  if (!found.value || !isOpen || rest.length === found.value.LineItems.length)
    return { ok: true, value: undefined }
  const made = await writeLines(posting, connection, found.value, rest, key)
  return made.ok ? { ok: true, value: undefined } : made
}

const refOf = (
  { appUrl }: Posting,
  found: Found,
  { invoiceId, reference }: { readonly invoiceId: string; readonly reference: string },
): RemoteRef => ({
  remoteId: `${invoiceId}/${reference}`,
  version: found.UpdatedDateUTC,
  url: `${appUrl}/AccountsReceivable/View.aspx?InvoiceID=${invoiceId}`,
})

async function readInvoice(
  { call }: Posting,
  connection: Connection,
  id: string,
): Promise<Outcome<Found | null>> {
  const path = `Invoices/${encodeURIComponent(id)}`
  const answer = await call(connection, { method: 'GET', path, query: { unitdp: '4' } })
  if (!answer.ok) return answer.error.kind === 'not_found' ? { ok: true, value: null } : answer
  const read = invoices.safeParse(answer.value)
  return read.success ? { ok: true, value: read.data.Invoices[0] } : malformed
}

async function writeLines(
  { call }: Posting,
  connection: Connection,
  { InvoiceID }: Found,
  lines: readonly object[],
  key: string,
): Promise<Outcome<Found>> {
  const answer = await call(connection, {
    method: 'POST',
    path: `Invoices/${InvoiceID}`,
    query: { unitdp: '4' },
    body: { Invoices: [{ InvoiceID, LineItems: lines }] },
    key,
  })
  if (!answer.ok) return answer
  const read = invoices.safeParse(answer.value)
  return read.success
    ? { ok: true, value: read.data.Invoices[0] }
    : failure('unknown_outcome', 'malformed_answer')
}
