import { addDays } from '../../../domain/dates/calendar.ts'
import { formatAmount } from '../../../domain/money/money.ts'
import { buildSchedule } from '../../../domain/payment-plans/build-schedule.ts'
import type { Tenant } from '../../../testing/test-app.ts'
import type { Actor, Ctx } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { todayOf } from '../accounts/index.ts'
import { aCustomer } from '../customers/testing.ts'
import { issuePayLink, readInvoiceFacts, readIssuer } from '../invoices/index.ts'
import { anOpenInvoice } from '../invoices/testing.ts'
import { confirmPlan } from './actions/confirm/confirm-plan.ts'
import { movePlans } from './actions/engine/move-plans.ts'
import { updatePolicy } from './actions/policy/update-policy.ts'
import { createLink } from './actions/propose/issue-link.ts'
import { proposePlan } from './actions/propose/propose-plan.ts'
import type { PlanReply } from './rules/present-plan.ts'

export { choosePlan } from './actions/confirm/choose-plan.ts'
export { confirmByLink } from './actions/confirm/confirm-by-link.ts'
export { confirmPlan } from './actions/confirm/confirm-plan.ts'
export { openOwnProposal } from './actions/confirm/open-own-proposal.ts'
export { readOffer } from './actions/confirm/read-offer.ts'
export { readProposal } from './actions/confirm/read-proposal.ts'
export { cancelPlan } from './actions/propose/cancel-plan.ts'
export { proposePlan } from './actions/propose/propose-plan.ts'
export { updateProposal } from './actions/propose/update-proposal.ts'
export { readPlan } from './actions/read/read-plan.ts'
export { readPlanOfInvoice } from './actions/read/read-plan-of-invoice.ts'

/** A customer and their open invoices of these amounts, dated a day apart. */
export async function anOwingCustomer(ctx: Ctx, amounts: readonly string[]) {
  const { id: customer } = await aCustomer(ctx, { email: 'pat@payer.test' })
  const ids: string[] = []
  for (const [index, amount] of amounts.entries())
    ids.push((await anOpenInvoice(ctx, { customer, amount, invoice_date: `2026-11-${15 + index}` })).pk)
  return { customer, ids }
}

/** A schedule as a request writes it: equal installments a week apart, the first one a week from today. */
export async function aWrittenSchedule(ctx: Ctx, invoiceIds: readonly string[], count = 4) {
  const facts = await readInvoiceFacts(ctx, invoiceIds)
  const totalMinor = facts.reduce((sum, { remainingMinor }) => sum + remainingMinor, 0n)
  const today = await todayOf(ctx)
  const installments = buildSchedule({
    totalMinor,
    count,
    firstOn: addDays(today, 7),
    interval: 'weekly',
    downPaymentMinor: 0n,
    downPaymentOn: today,
  })
  return installments.map(({ dueOn, amountMinor }) => ({
    due_date: dueOn,
    amount: formatAmount(amountMinor, facts[0]!.currency),
    down_payment: false,
  }))
}

/** Proposes a plan of equal installments a week apart. */
export const aProposal = async (
  ctx: Ctx,
  invoiceIds: string[],
  count = 4,
  fee = '',
  email = false,
): Promise<PlanReply> =>
  proposePlan(ctx, {
    invoices: invoiceIds,
    installments: await aWrittenSchedule(ctx, invoiceIds, count),
    message: '',
    fee,
    email,
  })

/** Proposes and confirms such a plan. */
export async function aConfirmedPlan(
  ctx: Ctx,
  invoiceIds: string[],
  { count = 4, chargesItself = false, fee = '' } = {},
): Promise<PlanReply> {
  const plan = await aProposal(ctx, invoiceIds, count, fee)
  await confirmAs(ctx, plan, 'Pat Payer', chargesItself)
  return plan
}

/** Confirms a proposal as it was shown. */
export const confirmAs = (
  ctx: Ctx,
  { pk, revision, remaining }: Pick<PlanReply, 'pk' | 'revision' | 'remaining'>,
  name = 'Pat Payer',
  chargesItself = false,
) => confirmPlan(ctx, pk, { name, revision, total: remaining, chargesItself, via: 'link' })

/** Issues a pay link of an invoice, and returns the actor that holds it. */
export async function aLinkHolder(
  ctx: Ctx,
  { customerId, invoiceId }: { readonly customerId: string; readonly invoiceId: string },
  unlocked = false,
): Promise<Actor> {
  const { id: payLinkId } = await issuePayLink(ctx, await readIssuer(ctx), invoiceId)
  return { kind: 'pay_link', payLinkId, sessionId: newId(0), customerId, invoiceId, unlocked }
}

/** Creates a link by which a proposal is confirmed. Returns its secret. */
export async function aConfirmationToken(ctx: Ctx, planId: string): Promise<string> {
  const { url } = await createLink(ctx, planId)
  return new URL(url).searchParams.get('token')!
}

/** Lets customers choose up to six monthly installments. */
export const letCustomersChoose = (ctx: Ctx, more: Partial<Parameters<typeof updatePolicy>[1]> = {}) =>
  updatePolicy(ctx, {
    customers_may_choose: true,
    min_amount: '0',
    max_installments: 6,
    max_days: 200,
    down_payment_percent: 0,
    intervals: ['monthly'],
    grace_days: 5,
    fee: '',
    ...more,
  })

/** Moves plans on, as the schedule does. */
export const movePlansOf = (tenant: Pick<Tenant, 'uow'>): Promise<void> =>
  movePlans(tenant.uow({ kind: 'system', job: 'test' }))
