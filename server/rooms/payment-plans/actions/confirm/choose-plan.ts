import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import { type CurrencyCode, formatAmount, parseAmount } from '../../../../../domain/money/money.ts'
import { audit } from '../../../../platform/audit.ts'
import { type Ctx, nextId } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { lockForFees } from '../../../invoices/index.ts'
import { findPlan, insertPlan, livePlansOf } from '../../store/plans.ts'
import { describePlan } from '../describe-plan.ts'
import { confirmPlan } from './confirm-plan.ts'
import { findChoice, mayUseStored, type PayersChoice } from './read-offer.ts'
import { type ProposalReply, showProposal } from './show-proposal.ts'

type Body = InputOf<typeof contract.paymentPlans.choose>['body']

/**
 * Makes and confirms the plan that a payer chose within the company's policy. The same choice again returns that plan. Refuses
 * invoice_unknown, wrong_state, conflict when another amount is owed than was shown, and a choice that isn't offered beside `count`.
 */
export async function choosePlan(ctx: Ctx, invoiceId: string, body: Body): Promise<ProposalReply> {
  const { receivables } = await lockForFees(ctx, [invoiceId])
  const choice = await findChoice(ctx, invoiceId)
  const made = await findOwnPlan(ctx, invoiceId)
  if (made) return showProposal(ctx, made)
  if (choice.whyNot !== '') throw refuse('wrong_state', choice.whyNot)
  const { invoice, feeMinor } = choice
  const totalMinor = invoice.remainingMinor + feeMinor
  const currency = invoice.currency as CurrencyCode
  const shown = parseAmount(body.total, currency)
  if (!shown.ok || shown.minor !== totalMinor)
    throw refuse('conflict', msg('Another amount is owed now than was shown. Please choose again.'))
  if (body.charges_itself && !mayUseStored(ctx.actor))
    throw refuseFields({
      charges_itself: [msg('Log in or enter the code we email you to have installments charged.')],
    })
  const id = nextId(ctx)
  await insertPlan(ctx, {
    id,
    customerId: invoice.customerId,
    currency,
    origin: 'customer',
    message: '',
    feeMinor,
    createdBy: null,
    installments: scheduleOf(choice, body),
    invoices: [
      {
        invoiceId,
        remainingMinor: invoice.remainingMinor,
        chargedMinor: receivables.get(invoice.id)!.chargedMinor,
      },
    ],
  })
  await audit(ctx, 'payment-plans.choose', { type: 'payment_plan', id }, await describePlan(ctx, id))
  const plan = await confirmPlan(ctx, id, {
    name: body.name,
    revision: 1,
    total: formatAmount(totalMinor, currency),
    chargesItself: body.charges_itself,
    via: ctx.actor.kind === 'customer' ? 'portal' : 'pay_link',
  })
  return showProposal(ctx, plan)
}

function scheduleOf({ schedules }: PayersChoice, { interval, count }: Body) {
  const chosen = schedules.find((one) => one.interval === interval && one.count === count)
  if (chosen) return chosen.installments
  throw refuseFields({ count: [msg('This payment plan is not offered. Choose another one.')] })
}

/** Returns the plan that the payer chose before; null without one. */
async function findOwnPlan(ctx: Ctx, invoiceId: string) {
  const [live] = await livePlansOf(ctx, [invoiceId])
  const plan = live ? await findPlan(ctx, live.planId) : null
  return plan?.row.origin === 'customer' ? plan : null
}
