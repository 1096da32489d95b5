import { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { daysPastDue } from '../../../../../domain/invoices/aging.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import { searchable } from '../../../../../domain/parsing/search-text.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { offsetOf, orderOf, pagedReply } from '../../../../platform/http/paging.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { todayOf } from '../../../accounts/index.ts'
import { presentInstallments, settledOf } from '../../rules/present-plan.ts'
import { findChargingMethod, methodDisplay } from '../../store/charging-method.ts'
import { countOwnPlans, selectOwnPlans } from '../../store/own-plans.ts'
import { selectPlans } from '../../store/plans.ts'

type Route = typeof contract.paymentPlans.ofCustomer

/** Returns a page of the customer's confirmed plans, a row for each invoice with its shares of the installments. */
export async function listOwnPlans(ctx: Ctx, query: InputOf<Route>['query']): Promise<HandlerReplyOf<Route>> {
  const { actor } = ctx
  if (actor.kind !== 'customer' && actor.kind !== 'preview') throw refuse('not_allowed')
  const { customerId } = actor
  const filter = { customerId, search: searchable(query.search) ?? '' }
  const page = { ...orderOf(query.order_by), limit: query.page_size, offset: offsetOf(query) }
  const [count, rows, today, method] = await Promise.all([
    countOwnPlans(ctx, filter),
    selectOwnPlans(ctx, filter, page),
    todayOf(ctx),
    findChargingMethod(ctx, customerId),
  ])
  const plans = new Map(
    (await selectPlans(ctx, [...new Set(rows.map(({ planId }) => planId))])).map((plan) => [
      plan.row.id,
      plan,
    ]),
  )
  const results = rows.map(({ planId, invoiceId }) => {
    const plan = plans.get(planId)!
    const invoice = plan.invoices.find((one) => one.invoiceId === invoiceId)!
    const amount = (minor: bigint) => formatAmount(minor, plan.row.currency)
    const url = `/api/invoices/${invoiceId}/`
    return {
      pk: planId,
      id: planId,
      state: plan.row.state as 'confirmed' | 'defaulted' | 'completed',
      invoice: {
        pk: invoiceId,
        id: invoiceId,
        number: invoice.number,
        currency: plan.row.currency,
        total: amount(invoice.totalMinor),
        remaining: amount(invoice.remainingMinor),
        due_date: invoice.dueDate,
        days_past_due: daysPastDue(invoice.dueDate, today),
        url,
      },
      payment_method: plan.row.charges_itself && method ? methodDisplay(method) : null,
      installment_count: settledOf(plan).length,
      installments: presentInstallments(plan, today, invoiceId).map((one) => ({
        ...one,
        url: `${url}payment-options/?installment_id=${one.id}`,
      })),
    }
  })
  return pagedReply(contract.paymentPlans.ofCustomer.path, query, count, results)
}
