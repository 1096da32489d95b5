import { HOUR_MS } from '../../../../domain/dates/durations.ts'
import {
  type Connection,
  failed,
  type Outcome,
  type PaymentProcessor,
  type Period,
  type ProcessorPayment,
  type ProcessorRefund,
  succeeded,
} from '../port.ts'
import type { PayTraceClient } from './client.ts'
import {
  type CardRow,
  type CheckRow,
  type Rows,
  readCardRow,
  readCardRows,
  readCheckRow,
  readCheckRows,
  readRows,
} from './exports.ts'
import { cardPaymentOf, cardRef, checkPaymentOf, checkRef, isVoided, readRef } from './payment-facts.ts'
import { readRefundText, readTag, tagOf } from './tags.ts'
import { moneyOf, timeOf } from './wire-values.ts'

/** Time after a call in which its transaction was made, if at all. */
const FOUND_WITHIN_MS = HOUR_MS

const isCardRefund = ({ transaction_type: type }: CardRow): boolean => /refund/i.test(type)
const isCheckRefund = ({ check_type: type }: CheckRow): boolean => /refund/i.test(type)
const notFound = failed({ kind: 'not_found', code: 'unknown_reference', raw: null })

/** Reads one payment by its reference, with the refunds made of it since. */
export async function readPayment(
  client: PayTraceClient,
  connection: Connection,
  ref: string,
  now: number,
): Promise<Outcome<ProcessorPayment>> {
  const named = readRef(ref)
  if (!named) return notFound
  const since = (row: { created: { at: string } }) => ({
    fromMs: timeOf(row.created.at) ?? 0,
    toMs: now,
  })
  if (named.kind === 'card') {
    const row = await readCardRow(client, connection, named.id)
    if (!row.ok) return row
    // Before it settles, nothing can be refunded.
    const refunds =
      row.value.settled === '' ? succeeded([]) : await readCardRows(client, connection, since(row.value))
    return refunds.ok
      ? succeeded(
          cardPaymentOf(connection, row.value, refundsOf(ref, row.value, refunds.value.filter(isCardRefund))),
        )
      : refunds
  }
  const row = await readCheckRow(client, connection, named.id)
  if (!row.ok) return row
  const refunds =
    row.value.status === 'SETTLED' ? await readCheckRows(client, connection, since(row.value)) : succeeded([])
  return refunds.ok
    ? succeeded(
        checkPaymentOf(connection, row.value, refundsOf(ref, row.value, refunds.value.filter(isCheckRefund))),
      )
    : refunds
}

interface Tagged {
  readonly invoice_id: string
  readonly description: string
}

/** Refunds of ours name their sale. One that the business made in PayTrace's terminal has the invoice id of its sale. */
const refundsOf = <Row extends Tagged>(ref: string, sale: Tagged, refunds: readonly Row[]): Row[] =>
  refunds.filter(
    (one) => readRefundText(one.description) === ref || one.invoice_id.trim() === sale.invoice_id.trim(),
  )

/** Every payment of this account among the rows, in the order in which they were made. */
function paymentsOf(connection: Connection, { cards, checks }: Rows): ProcessorPayment[] {
  const isOurs = ({ invoice_id: tag }: { invoice_id: string }) =>
    readTag('payment', tag, connection.accountId) !== null
  const [cardRefunds, checkRefunds] = [cards.filter(isCardRefund), checks.filter(isCheckRefund)]
  return [
    ...cards
      .filter((row) => isOurs(row) && !isCardRefund(row))
      .map((row) => cardPaymentOf(connection, row, refundsOf(cardRef(row.transaction_id), row, cardRefunds))),
    ...checks
      .filter((row) => isOurs(row) && !isCheckRefund(row))
      .map((row) =>
        checkPaymentOf(connection, row, refundsOf(checkRef(row.check_transaction_id), row, checkRefunds)),
      ),
  ]
}

/** Every refund of this account's payments among the rows. */
function refundsAmong(connection: Connection, rows: Rows): ProcessorRefund[] {
  const sales = new Map(paymentsOf(connection, rows).map(({ ourId, providerRef }) => [ourId, providerRef]))
  const { accountId } = connection
  const refunds = [
    ...rows.cards.filter(isCardRefund).map((row) => ({ ...row, ref: cardRef(row.transaction_id) })),
    ...rows.checks.filter(isCheckRefund).map((row) => ({ ...row, ref: checkRef(row.check_transaction_id) })),
  ]
  return refunds.flatMap(({ ref, invoice_id: tag, description, amount }): ProcessorRefund[] => {
    const ourId = readTag('refund', tag, accountId)
    const paymentRef =
      ourId === null ? sales.get(readTag('payment', tag, accountId)) : readRefundText(description)
    return paymentRef == null
      ? []
      : [{ refundRef: ref, paymentRef, ourId, status: 'confirmed', amount: moneyOf(amount), message: null }]
  })
}

/** An export has no pages: everything of the period comes at once. */
const wholeOf = <T>(items: readonly T[]) => succeeded({ items, next: null })

/** Finds payments and refunds in PayTrace's exports. `now`: the clock in epoch ms. */
export const lookups = (
  client: PayTraceClient,
  now: () => number,
): Pick<PaymentProcessor, 'fetch' | 'findPayment' | 'findRefund' | 'listPayments' | 'listRefunds'> => ({
  fetch: (connection, ref) => readPayment(client, connection, ref, now()),
  async findPayment(connection, { ourId, askedAt }) {
    const containing = tagOf('payment', ourId, connection.accountId)
    const rows = await readRows(client, connection, around(askedAt, containing))
    if (!rows.ok) return rows
    const found = paymentsOf(connection, rows.value).find((one) => one.ourId === ourId)
    return succeeded(found ?? null)
  },
  async findRefund(connection, paymentRef, { ourId, askedAt }) {
    const containing = tagOf('refund', ourId, connection.accountId)
    const rows = await readRows(client, connection, around(askedAt, containing))
    if (!rows.ok) return rows
    const found = refundsAmong(connection, rows.value).find((one) => one.ourId === ourId)
    if (found) return succeeded(found)
    // A sale that had not settled yet is voided instead.
    const named = readRef(paymentRef)
    if (named?.kind !== 'card') return succeeded(null)
    const row = await readCardRow(client, connection, named.id)
    if (!row.ok) return row
    return succeeded(isVoided(row.value) ? voidedRefund(row.value, ourId) : null)
  },
  async listPayments(connection, period) {
    // Refunds come after their payments, so they are read until today.
    const rows = await readRows(client, connection, { ...spanOf(period), toMs: now() })
    return rows.ok ? wholeOf(paymentsOf(connection, rows.value)) : rows
  },
  async listRefunds(connection, period) {
    const rows = await readRows(client, connection, spanOf(period))
    return rows.ok ? wholeOf(refundsAmong(connection, rows.value)) : rows
  },
})

const spanOf = ({ fromMs, toMs }: Period) => ({ fromMs, toMs })
const around = (askedAt: number, containing: string) => ({
  fromMs: askedAt,
  toMs: askedAt + FOUND_WITHIN_MS,
  containing,
})

/** The refund that a void of the whole sale is. */
export const voidedRefund = (row: CardRow, ourId: string): ProcessorRefund => ({
  refundRef: `void-${cardRef(row.transaction_id)}`,
  paymentRef: cardRef(row.transaction_id),
  ourId,
  status: 'confirmed',
  amount: moneyOf(row.amount),
  message: null,
})
