import type Stripe from 'stripe'
import {
  type Connection,
  type Outcome,
  type PaymentProcessor,
  type PayoutLine,
  type ProcessorPayout,
  succeeded,
} from '../port.ts'
import { inNameOf } from './client.ts'
import { callStripe } from './errors.ts'
import { toMinor } from './units.ts'

const PAGE = 100

/** Lists payouts to the bank, each with its balance transactions. Fees are those of Stripe and of the platform. */
export const payoutListing = (client: Stripe): Required<Pick<PaymentProcessor, 'listPayouts'>> => ({
  async listPayouts(connection, { fromMs, toMs }, after) {
    const listed = await callStripe('read', () =>
      client.payouts.list(
        {
          created: { gte: Math.floor(fromMs / 1000), lt: Math.ceil(toMs / 1000) },
          limit: PAGE,
          ...(after !== null && { starting_after: after }),
        },
        inNameOf(connection),
      ),
    )
    if (!listed.ok) return listed
    const items: ProcessorPayout[] = []
    for (const payout of listed.value.data) {
      const lines = await linesOf(client, connection, payout.id)
      if (!lines.ok) return lines
      items.push(payoutOf(payout, lines.value))
    }
    return succeeded({ items, next: listed.value.has_more ? (listed.value.data.at(-1)?.id ?? null) : null })
  },
})

const payoutOf = (payout: Stripe.Payout, lines: readonly PayoutLine[]): ProcessorPayout => ({
  payoutRef: payout.id,
  status:
    payout.status === 'paid'
      ? 'paid'
      : payout.status === 'failed' || payout.status === 'canceled'
        ? 'failed'
        : 'on_its_way',
  currency: payout.currency.toUpperCase(),
  amountMinor: toMinor(payout.amount, payout.currency),
  createdAt: new Date(payout.created * 1000).toISOString(),
  arrivesOn: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10),
  lines,
})

async function linesOf(
  client: Stripe,
  connection: Connection,
  payout: string,
): Promise<Outcome<readonly PayoutLine[]>> {
  const lines: PayoutLine[] = []
  let after: string | undefined
  for (;;) {
    const from = after
    const listed = await callStripe('read', () =>
      client.balanceTransactions.list(
        { payout, limit: PAGE, expand: ['data.source'], ...(from !== undefined && { starting_after: from }) },
        inNameOf(connection),
      ),
    )
    if (!listed.ok) return listed
    const { data, has_more } = listed.value
    for (const one of data) if (one.type !== 'payout') lines.push(lineOf(one))
    if (!has_more) return succeeded(lines)
    after = data.at(-1)?.id
  }
}

/** Kinds by Stripe's category for reports. */
const KINDS: Readonly<Record<string, PayoutLine['kind']>> = {
  charge: 'payment',
  refund: 'refund',
  refund_failure: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  fee: 'fee',
}

function lineOf(transaction: Stripe.BalanceTransaction): PayoutLine {
  const { id, reporting_category: category, amount, fee, created, currency } = transaction
  return {
    ref: id,
    kind: KINDS[category] ?? 'other',
    paymentRef: paymentOf(transaction.source),
    grossMinor: toMinor(amount, currency),
    feeMinor: toMinor(fee, currency),
    ...ownOf(transaction),
    at: new Date(created * 1000).toISOString(),
  }
}

/**
 * The amount of the charge, refund or dispute in its own currency, where Stripe exchanged it. Its sign is that of the movement; a
 * charge that is moved in parts has none.
 */
function ownOf({ amount, currency, source }: Stripe.BalanceTransaction): Pick<PayoutLine, 'own'> {
  if (source === null || typeof source === 'string' || !('amount' in source) || !('currency' in source))
    return {}
  const own = String(source.currency)
  if (own === currency) return {}
  const minor = toMinor(Number(source.amount), own) // not money: Stripe's integer
  return { own: { minor: amount < 0 ? -minor : minor, currency: own.toUpperCase() } }
}

/** Charges, refunds and disputes name their payment. */
function paymentOf(source: Stripe.BalanceTransaction['source']): string | null {
  if (source === null || typeof source === 'string' || !('payment_intent' in source)) return null
  const intent = source.payment_intent as string | { id: string } | null
  return typeof intent === 'string' ? intent : (intent?.id ?? null)
}
