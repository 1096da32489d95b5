import { z } from 'zod'
import { DAY_MS, HOUR_MS } from '../../../../domain/dates/durations.ts'
import { isCurrency, parseAmount } from '../../../../domain/money/money.ts'
import { isoInstant } from '../../../platform/clock.ts'
import {
  type AskedCall,
  type Connection,
  failed,
  type Outcome,
  type PaymentProcessor,
  type Period,
  type ProcessorPayment,
  type ProcessorRefund,
  succeeded,
} from '../port.ts'
import type { PayPalClient } from './client.ts'
import { customIdOf, readCustomId } from './custom-id.ts'
import { allows } from './features.ts'
import { CAPTURE_PREFIX, readOrder } from './orders.ts'

const PAGE = 100
const AT_ONCE = 5
/** PayPal lists at most 31 days at once. */
const WINDOW_MS = 30 * DAY_MS
/** A transaction is listed up to three hours after it was made. */
const LISTED_AFTER_MS = 4 * HOUR_MS
/** Clocks may disagree, and a call takes its time. */
const CLOCK_SLACK_MS = 300_000
const FOUND_WITHIN_MS = HOUR_MS

const pageShape = z.object({
  transaction_details: z
    .array(
      z.object({
        transaction_info: z.object({
          transaction_id: z.string(),
          paypal_reference_id: z.string().optional(),
          paypal_reference_id_type: z.string().optional(),
          transaction_amount: z.object({ currency_code: z.string(), value: z.string() }),
          custom_field: z.string().optional(),
        }),
      }),
    )
    .default([]),
  total_pages: z.number().default(1),
})

type Row = z.output<typeof pageShape>['transaction_details'][number]['transaction_info']

/**
 * Lists payments and refunds by PayPal's report of transactions. Those that the business takes at PayPal without us are left
 * out. Lists nothing where the business's keys may not read the report; then only our own records are compared.
 */
export const listings = (client: PayPalClient): Pick<PaymentProcessor, 'listPayments' | 'listRefunds'> => ({
  async listPayments(connection, period, after) {
    const page = await readPage(client, connection, period, after)
    if (!page.ok) return page
    const rows = page.value.rows.filter((row) => !isNegative(row) && isOurs(row, connection))
    const items = await inBatches(rows, (row) => readListed(client, connection, refOf(row)))
    if (!items.ok) return items
    return succeeded({ items: items.value.filter((one) => one !== null), next: page.value.next })
  },
  async listRefunds(connection, period, after) {
    const page = await readPage(client, connection, period, after)
    if (!page.ok) return page
    const rows = page.value.rows.filter((row) => isNegative(row) && row.paypal_reference_id_type === 'TXN')
    const items = await inBatches(rows, (row) => readRefund(client, connection, row))
    if (!items.ok) return items
    return succeeded({ items: items.value.filter((one) => one !== null), next: page.value.next })
  },
})

const isNegative = ({ transaction_amount: { value } }: Row): boolean => value.startsWith('-')
const isOurs = ({ custom_field }: Row, { accountId }: Connection): boolean =>
  readCustomId(custom_field, accountId) !== null
/** The row's order where it names one, otherwise its capture. */
const refOf = (row: Row): string =>
  row.paypal_reference_id_type === 'ODR' && row.paypal_reference_id
    ? row.paypal_reference_id
    : `${CAPTURE_PREFIX}${row.transaction_id}`

/** Reads a listed payment of this account. Null for one of somebody else, and for a row that is no payment, such as a hold. */
async function readListed(
  client: PayPalClient,
  connection: Connection,
  ref: string,
): Promise<Outcome<ProcessorPayment | null>> {
  const read = await readOrder(client, connection, ref)
  if (!read.ok) return read.error.kind === 'not_found' ? succeeded(null) : read
  return succeeded(read.value.ourId === null ? null : read.value)
}

/** A refund made at PayPal itself has the text of the payment, or none, so that its payment tells whether it is ours. */
async function readRefund(
  client: PayPalClient,
  connection: Connection,
  row: Row,
): Promise<Outcome<ProcessorRefund | null>> {
  const payment = await readListed(client, connection, `${CAPTURE_PREFIX}${row.paypal_reference_id ?? ''}`)
  if (!payment.ok || payment.value === null) return payment.ok ? succeeded(null) : payment
  const { currency_code: currency, value } = row.transaction_amount
  const amount = isCurrency(currency) ? parseAmount(value.slice(1), currency) : null
  if (!amount?.ok) return succeeded(null)
  return succeeded({
    refundRef: row.transaction_id,
    paymentRef: payment.value.providerRef,
    ourId: readCustomId(row.custom_field, connection.accountId),
    status: 'confirmed',
    amount: { minor: amount.minor, currency },
    message: null,
  })
}

interface Page {
  readonly rows: readonly Row[]
  readonly next: string | null
}

/** A cursor is the begin of a window in epoch ms and the page within it. */
async function readPage(
  client: PayPalClient,
  connection: Connection,
  { fromMs, toMs }: Period,
  after: string | null,
): Promise<Outcome<Page>> {
  if (!allows(connection, 'reporting')) return succeeded({ rows: [], next: null })
  const [beginMs = fromMs, number = 1] = after === null ? [] : after.split(' ').map(Number)
  const endMs = Math.min(beginMs + WINDOW_MS, toMs)
  const query = new URLSearchParams({
    start_date: isoInstant(beginMs),
    end_date: isoInstant(endMs),
    fields: 'transaction_info',
    page_size: String(PAGE),
    page: String(number),
  })
  const page = await client.call(connection, {
    method: 'GET',
    path: `/v1/reporting/transactions?${query}`,
    kind: 'read',
    shape: pageShape,
  })
  if (!page.ok) return page
  const rows = page.value.transaction_details.map(({ transaction_info: row }) => row)
  if (number < page.value.total_pages) return succeeded({ rows, next: `${beginMs} ${number + 1}` })
  return succeeded({ rows, next: endMs < toMs ? `${endMs} 1` : null })
}

async function inBatches<From, To>(
  rows: readonly From[],
  read: (row: From) => Promise<Outcome<To>>,
): Promise<Outcome<To[]>> {
  const found: To[] = []
  for (let first = 0; first < rows.length; first += AT_ONCE) {
    for (const one of await Promise.all(rows.slice(first, first + AT_ONCE).map(read))) {
      if (!one.ok) return one
      found.push(one.value)
    }
  }
  return succeeded(found)
}

/**
 * Finds the payment of a call whose answer was lost. An order that nobody knows can't be approved, so that no money moves: there
 * is nothing to find. A stored account was charged at once, and is found in the report of transactions, or not before it is
 * complete.
 */
export async function findPayment(
  client: PayPalClient,
  connection: Connection,
  { ourId, askedAt, storedMethod = false }: AskedCall,
  now: number,
): Promise<Outcome<ProcessorPayment | null>> {
  if (!storedMethod) return succeeded(null)
  const period = { fromMs: askedAt - CLOCK_SLACK_MS, toMs: Math.min(askedAt + FOUND_WITHIN_MS, now) }
  const wanted = customIdOf(connection.accountId, ourId)
  let after: string | null = null
  do {
    const page: Outcome<Page> = await readPage(client, connection, period, after)
    if (!page.ok) return page
    const row = page.value.rows.find((one) => one.custom_field === wanted && !isNegative(one))
    if (row) return readOrder(client, connection, refOf(row))
    after = page.value.next
  } while (after !== null)
  return allows(connection, 'reporting') && now - askedAt > LISTED_AFTER_MS
    ? succeeded(null)
    : failed({ kind: 'unavailable', code: 'not_listed_yet', raw: null })
}
