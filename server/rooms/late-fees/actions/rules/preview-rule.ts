import { type CalendarDate, dateInZone } from '../../../../../domain/dates/calendar.ts'
import type { FeeExemption, LiveFeeRule } from '../../../../../domain/late-fees/decide-fee.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { type CoveredInvoice, findLateCustomers, termsOf } from '../../../fee-schedule/index.ts'
import { selectRules } from '../../store/rules.ts'
import { decidePage } from '../engine/decide-page.ts'
import { visitCustomers } from '../engine/visit-customers.ts'

const MAX_SHOWN = 100

/** Decides what a rule would charge today if it were on, by the code that charges. Refuses not_found. */
export async function previewRule(ctx: Ctx, id: string, includesLate: boolean) {
  const [row] = await selectRules(ctx, id)
  if (!row) throw refuse('not_found')
  const account = await readAccountRow(ctx)
  const today = dateInZone(ctx.now, account.timezone)
  const rule: LiveFeeRule = {
    terms: termsOf(row),
    currency: account.currency,
    onSince: row.on_since ?? today,
    includesLate: row.on_since === null ? includesLate : row.includes_late,
  }
  // The switch of the account is shown elsewhere: an account that is off would charge nothing, whatever its rules say.
  const day = { rules: new Map([[id, rule]]), today, isOn: true }
  const sums = new Map<string, bigint>()
  const exempt = new Map<FeeExemption, number>()
  const charged: (Named & { currency: string; remaining: string; amount: string; day: CalendarDate })[] = []
  const notCharged: (Named & { reason: FeeExemption; until: CalendarDate | null })[] = []
  const customers = new Set<string>()
  let count = 0
  await visitCustomers(
    (page) => findLateCustomers(ctx, [id], today, page),
    async (customerIds) => {
      for (const { invoice, decision } of await decidePage(ctx, day, { customerIds })) {
        if (decision.outcome === 'exempt') {
          exempt.set(decision.reason, (exempt.get(decision.reason) ?? 0) + 1)
          if (decision.reason !== 'not_yet' && notCharged.length < MAX_SHOWN)
            notCharged.push({
              ...namesOf(invoice),
              reason: decision.reason,
              until: untilOf(invoice, decision.reason),
            })
          continue
        }
        const { currency } = invoice
        count += 1
        customers.add(invoice.customerId)
        sums.set(currency, (sums.get(currency) ?? 0n) + decision.fee.minor)
        if (charged.length < MAX_SHOWN)
          charged.push({
            ...namesOf(invoice),
            currency,
            remaining: formatAmount(invoice.remainingMinor, currency),
            amount: formatAmount(decision.fee.minor, currency),
            day: decision.period.day,
          })
      }
    },
  )
  return {
    day: today,
    count,
    customers: customers.size,
    totals: [...sums].map(([currency, minor]) => ({ currency, amount: formatAmount(minor, currency) })),
    charged,
    exempt: [...exempt].map(([reason, invoices]) => ({ reason, count: invoices })),
    not_charged: notCharged,
  }
}

type Named = ReturnType<typeof namesOf>

const namesOf = (invoice: CoveredInvoice) => ({
  invoice: { pk: invoice.invoiceId, number: invoice.number },
  customer: { pk: invoice.customerId, short_name: invoice.customerName },
})

/** Returns the day on which a reason ends by itself, where that is known. */
function untilOf(invoice: CoveredInvoice, reason: FeeExemption): CalendarDate | null {
  if (reason === 'promised') return invoice.promisedOn
  if (reason === 'customer_paused') return invoice.customerPause?.until ?? null
  return reason === 'invoice_paused' ? (invoice.invoicePause?.until ?? null) : null
}
