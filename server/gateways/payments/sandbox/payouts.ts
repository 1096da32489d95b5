import { sql } from 'kysely'
import { DAY_MS } from '../../../../domain/dates/durations.ts'
import { asDate } from '../../../platform/clock.ts'
import { type PaymentProcessor, type PayoutLine, type ProcessorPayout, succeeded } from '../port.ts'
import type { Open } from './changes.ts'

/** Money is available this long after it was taken; a cleared e-check later. */
const DAYS_UNTIL_PAID_OUT = 2
const DAYS_OF_E_CHECKS = 5

interface Movement {
  readonly ref: string
  readonly kind: PayoutLine['kind']
  readonly charge_ref: string
  readonly type: string
  readonly currency: string
  readonly gross: bigint
  readonly at: Date
  readonly day: string
}

/** Pays out once a day what became available: charges, refunds and disputes, less the list prices of a card processor. */
export const payoutListing = (open: Open): Required<Pick<PaymentProcessor, 'listPayouts'>> => ({
  async listPayouts(connection, { fromMs, toMs }) {
    const { rows, now } = await open(connection, async ({ db, accountId, now }) => ({
      now,
      rows: (
        await sql<Movement>`
          with movements as (
            select 'ch_' || ref as ref, 'payment' as kind, ref as charge_ref, type, currency, captured_minor as gross, created_at as at
              from sandbox_charges where account_id = ${accountId} and captured_minor > 0
            union all select 'rf_' || r.ref, 'refund', r.charge_ref, c.type, r.currency, -r.amount_minor, r.created_at
              from sandbox_refunds r join sandbox_charges c on c.account_id = r.account_id and c.ref = r.charge_ref
              where r.account_id = ${accountId}
            union all select 'dp_' || ref, 'dispute', ref, type, currency, -(captured_minor - refunded_minor), updated_at
              from sandbox_charges where account_id = ${accountId} and captured_minor > refunded_minor and status = 'rejected'
          ), dated as (
            select *, (at at time zone 'utc')::date + case when kind = 'payment' and type = 'e_check' then ${DAYS_OF_E_CHECKS}::int
              else ${DAYS_UNTIL_PAID_OUT}::int end as day from movements)
          select ref, kind, charge_ref, type, currency, gross, at, day::text from dated
          where day >= (${asDate(fromMs)} at time zone 'utc')::date and day <= (${asDate(Math.min(toMs, now))} at time zone 'utc')::date
          order by day, at, ref`.execute(db)
      ).rows,
    }))
    const groups = Map.groupBy(rows, ({ day, currency }) => `${day} ${currency}`)
    return succeeded({ items: [...groups.values()].map((group) => payoutOf(group, now)), next: null })
  },
})

function payoutOf(group: readonly Movement[], now: number): ProcessorPayout {
  const { day, currency } = group[0]!
  const lines = group.map(lineOf)
  const sentAt = Date.parse(`${day}T00:00:00Z`)
  return {
    payoutRef: `po_${day}_${currency}`,
    status: now >= sentAt + DAY_MS ? 'paid' : 'on_its_way',
    currency,
    amountMinor: lines.reduce((sum, { grossMinor, feeMinor }) => sum + grossMinor - feeMinor, 0n),
    createdAt: new Date(sentAt).toISOString(),
    arrivesOn: new Date(sentAt + DAY_MS).toISOString().slice(0, 10),
    lines,
  }
}

const lineOf = ({ ref, kind, charge_ref, type, gross, at }: Movement): PayoutLine => ({
  ref,
  kind,
  paymentRef: charge_ref,
  grossMinor: gross,
  feeMinor: kind === 'payment' ? feeOf(type, gross) : kind === 'dispute' ? 1500n : 0n,
  at: at.toISOString(),
})

/** Cards and PayPal 2.9 % and 30 cents, e-checks 0.8 %, at most 5 dollars. */
function feeOf(type: string, grossMinor: bigint): bigint {
  if (type !== 'e_check') return (grossMinor * 29n) / 1000n + 30n
  const fee = (grossMinor * 8n) / 1000n
  return fee > 500n ? 500n : fee
}
