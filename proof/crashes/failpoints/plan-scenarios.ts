import { addDays } from '../../../domain/dates/calendar.ts'
import { readProductDate } from '../advance-clock.ts'
import { callUntilAnswered } from '../call-api.ts'
import { card, payerSession, requestPayment } from '../payment-scenarios.ts'
import {
  AMOUNT,
  callAsStaff,
  readAsStaff,
  type ScenarioContext,
  tryAsStaff,
  unexpectedReply,
} from '../staff-calls.ts'

interface Plan {
  readonly pk: string
  readonly state: string
  readonly agreement: { readonly by: string } | null
  readonly installments: readonly { readonly id: string }[]
}

/**
 * Staff propose a plan of two installments for an invoice, due in so many days, and its customer confirms it by a link. Returns null
 * when a response was lost that can't be requested again.
 */
async function confirmPlan(
  context: ScenarioContext,
  invoice: string,
  dueInDays: readonly number[],
): Promise<Plan | null> {
  const today = await readProductDate(context)
  const installments = dueInDays.map((days) => ({ due_date: addDays(today, days), amount: '50.00' }))
  const body = { invoices: [invoice], installments, email: false }
  const proposed = await callAsStaff(context, 'payment-plans/', body)
  // 400: an earlier attempt made the proposal, and its response was lost.
  if (proposed.status === 400) return null
  if (proposed.status !== 201) throw unexpectedReply('propose a payment plan', proposed)
  const { pk, revision } = proposed.body
  const link = (await tryAsStaff(context, `payment-plans/${pk}/link/`, {})) as { url: string } | null
  if (link === null) return null
  const { host, searchParams } = new URL(link.url)
  const confirmed = await callUntilAnswered<{ state: string }>(context.origin, {
    method: 'POST',
    path: '/api/payment-plan-proposal/confirm/',
    host,
    body: { token: searchParams.get('token'), revision, total: AMOUNT, name: 'Pat Payer', agreed: true },
  })
  if (confirmed.status !== 200) throw unexpectedReply('confirm a payment plan', confirmed)
  const kept = await readAsStaff<Plan>(context, `payment-plans/${pk}/`)
  if (kept.agreement?.by !== 'Pat Payer') throw new Error('The agreement of a confirmed plan is lost.')
  context.facts.push({ kind: 'plan_confirmed', id: pk })
  return kept
}

/** A plan whose installments are due after the run. */
export async function confirmPaymentPlan(context: ScenarioContext, invoice: string): Promise<void> {
  await confirmPlan(context, invoice, [60, 90])
}

/** The customer pays the first installment. */
export async function payInstallment(context: ScenarioContext, invoice: string): Promise<void> {
  const plan = await confirmPlan(context, invoice, [60, 90])
  if (plan === null) return
  const session = await payerSession(context, invoice)
  const form = { ...card({ amount: '50.00' }), installment_id: plan.installments[0]!.id }
  const path = 'payment-options/sandbox-card/'
  const { body } = await requestPayment(context, invoice, { path, form, session })
  if (body.status === 'confirmed') context.facts.push({ kind: 'installment_paid', id: plan.pk })
}

/** The customer pays all of a plan, which is completed when the worker looks at it. */
export async function completePlan(context: ScenarioContext, invoice: string): Promise<void> {
  const plan = await confirmPlan(context, invoice, [60, 90])
  if (plan === null) return
  const session = await payerSession(context, invoice)
  const form = card({ amount: AMOUNT })
  const path = 'payment-options/sandbox-card/'
  const { body } = await requestPayment(context, invoice, { path, form, session })
  if (body.status === 'confirmed') context.facts.push({ kind: 'plan_completed', id: plan.pk })
}

/** Nobody pays the first installment, so the plan defaults after the days of grace. */
export async function missInstallment(context: ScenarioContext, invoice: string): Promise<void> {
  const plan = await confirmPlan(context, invoice, [1, 60])
  if (plan !== null) context.facts.push({ kind: 'plan_defaulted', id: plan.pk })
}
