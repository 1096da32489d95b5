import { addDays, dateInZone } from '../../../../../domain/dates/calendar.ts'
import type { FeeExemption } from '../../../../../domain/late-fees/decide-fee.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { offsetOf, pagedReply } from '../../../../platform/http/paging.ts'
import { hasLateFees, readAccountRow, runsByItself } from '../../../accounts/index.ts'
import {
  type CoveredInvoice,
  findLateCustomers,
  findLateInvoices,
  liveRuleOf,
  nextFeeOf,
} from '../../../fee-schedule/index.ts'
import { type Rule, selectRules } from '../../store/rules.ts'
import { visitCustomers } from '../engine/visit-customers.ts'

const DAYS_AHEAD = 30

interface Upcoming {
  readonly invoice: CoveredInvoice
  readonly day: string
  readonly minor: bigint
  readonly held: FeeExemption | null
}

/**
 * Returns a page of the next fee of each invoice in the next 30 days, the soonest first, as if nobody paid until then, by the
 * function that charges. A fee that something holds back has no amount.
 */
export async function listUpcoming(ctx: Ctx, query: { readonly page: number; readonly page_size: number }) {
  const { found, show } = await readUpcoming(ctx)
  const first = offsetOf(query)
  return pagedReply(
    `/api/accounts/${ctx.accountId}/late-fees/upcoming/`,
    { ...query },
    found.length,
    found.slice(first, first + query.page_size).map(show),
  )
}

/** Returns the same fees, all of them, and a function that shows one. */
async function readUpcoming(ctx: Ctx) {
  const rules = new Map(
    (await selectRules(ctx)).filter(({ state }) => state === 'on').map((rule) => [rule.id, rule]),
  )
  const found = await findUpcoming(ctx, rules)
  found.sort((a, b) => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1))
  const show = ({ invoice, day, minor, held }: Upcoming) => ({
    invoice: { pk: invoice.invoiceId, number: invoice.number },
    customer: { pk: invoice.customerId, short_name: invoice.customerName },
    rule: { pk: invoice.ruleId, name: rules.get(invoice.ruleId)!.name },
    currency: invoice.currency,
    remaining: formatAmount(invoice.remainingMinor, invoice.currency),
    day,
    amount: held === null ? formatAmount(minor, invoice.currency) : null,
    held,
  })
  return { found, show }
}

/** Returns all fees of the next 30 days as the list shows them. */
export async function showAllUpcoming(ctx: Ctx) {
  const { found, show } = await readUpcoming(ctx)
  return found.map(show)
}

async function findUpcoming(ctx: Ctx, rules: ReadonlyMap<string, Rule>): Promise<Upcoming[]> {
  if (rules.size === 0) return []
  const account = await readAccountRow(ctx)
  const today = dateInZone(ctx.now, account.timezone)
  const until = addDays(today, DAYS_AHEAD)
  const window = {
    from: addDays(today, 1),
    until,
    isOn: hasLateFees(account) && runsByItself(account, ctx.now),
  }
  const ruleIds = [...rules.keys()]
  const found: Upcoming[] = []
  await visitCustomers(
    (page) => findLateCustomers(ctx, ruleIds, until, page),
    async (customerIds) => {
      const late = await findLateInvoices(ctx, ruleIds, { today, dueBefore: until }, { customerIds })
      for (const invoice of late) {
        const rule = liveRuleOf(rules.get(invoice.ruleId)!, account.currency)
        const next = nextFeeOf(invoice, rule, window)
        if (next !== null) found.push({ invoice, ...next })
      }
    },
  )
  return found
}
