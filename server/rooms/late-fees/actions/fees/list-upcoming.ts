import { addDays, dateInZone } from '../../../../../domain/dates/calendar.ts'
import type { FeeExemption } from '../../../../../domain/late-fees/decide-fee.ts'
import { playFees } from '../../../../../domain/late-fees/play-fees.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { offsetOf, pagedReply } from '../../../../platform/http/paging.ts'
import { readAccountRow, runsByItself } from '../../../accounts/index.ts'
import { type CoveredInvoice, findLateCustomers, findLateInvoices } from '../../store/late-invoices.ts'
import { type Rule, selectRules, termsOf } from '../../store/rules.ts'

const PAGE = 200
const DAYS_AHEAD = 30

/** Reasons that hold a fee back and that a person can see and end. */
const HOLDS: ReadonlySet<FeeExemption> = new Set([
  'account_off',
  'payment_under_way',
  'disputed',
  'promised',
  'customer_paused',
  'invoice_paused',
])

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
  const rules = new Map(
    (await selectRules(ctx)).filter(({ state }) => state === 'on').map((rule) => [rule.id, rule]),
  )
  const found = await findUpcoming(ctx, rules)
  found.sort((a, b) => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1))
  const first = offsetOf(query)
  return pagedReply(
    `/api/accounts/${ctx.accountId}/late-fees/upcoming/`,
    { ...query },
    found.length,
    found.slice(first, first + query.page_size).map(({ invoice, day, minor, held }) => ({
      invoice: { pk: invoice.invoiceId, number: invoice.number },
      customer: { pk: invoice.customerId, short_name: invoice.customerName },
      rule: { pk: invoice.ruleId, name: rules.get(invoice.ruleId)!.name },
      currency: invoice.currency,
      remaining: formatAmount(invoice.remainingMinor, invoice.currency),
      day,
      amount: held === null ? formatAmount(minor, invoice.currency) : null,
      held,
    })),
  )
}

async function findUpcoming(ctx: Ctx, rules: ReadonlyMap<string, Rule>): Promise<Upcoming[]> {
  if (rules.size === 0) return []
  const account = await readAccountRow(ctx)
  const today = dateInZone(ctx.now, account.timezone)
  const until = addDays(today, DAYS_AHEAD)
  const window = { from: addDays(today, 1), until, isOn: runsByItself(account, ctx.now) }
  const ruleIds = [...rules.keys()]
  const found: Upcoming[] = []
  for (let after: string | null = null; ; ) {
    const customerIds: string[] = await findLateCustomers(ctx, ruleIds, until, { after, limit: PAGE })
    if (customerIds.length === 0) break
    for (const invoice of await findLateInvoices(
      ctx,
      ruleIds,
      { today, dueBefore: until },
      { customerIds },
    )) {
      const next = nextOf(invoice, rules.get(invoice.ruleId)!, account.currency, window)
      if (next !== null) found.push(next)
    }
    if (customerIds.length < PAGE) break
    after = customerIds.at(-1)!
  }
  return found
}

function nextOf(
  invoice: CoveredInvoice,
  rule: Rule,
  currency: string,
  window: Parameters<typeof playFees>[2],
): Upcoming | null {
  const live = {
    terms: termsOf(rule),
    currency,
    onSince: rule.on_since!,
    includesLate: rule.includes_late,
  }
  const owedMinor = invoice.remainingMinor - invoice.feesMinor
  const { fees, exempt } = playFees(live, { invoice, changes: [{ day: invoice.dueDate, owedMinor }] }, window)
  const held = exempt.find(({ reason }) => HOLDS.has(reason))
  const [fee] = fees
  if (held && (!fee || held.day <= fee.day)) return { invoice, day: held.day, minor: 0n, held: held.reason }
  return fee ? { invoice, day: fee.day, minor: fee.minor, held: null } : null
}
