import { callUntilAnswered } from '../call-api.ts'
import {
  callAsStaff,
  readAsStaff,
  type ScenarioContext,
  tryAsStaff,
  unexpectedReply,
} from '../staff-calls.ts'

const DAY_MS = 86_400_000
/** Days from the machine's date, which the demo's clock may be ahead of by a few. */
const dayFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** Staff propose a plan of two installments for an invoice, and its customer confirms it by a link. */
export async function confirmPaymentPlan(context: ScenarioContext, invoice: string): Promise<void> {
  const installments = [60, 90].map((days) => ({ due_date: dayFromNow(days), amount: '50.00' }))
  const body = { invoices: [invoice], installments, email: false }
  const proposed = await callAsStaff(context, 'payment-plans/', body)
  // 400: an earlier attempt made the proposal, and its response was lost.
  if (proposed.status === 400) return
  if (proposed.status !== 201) throw unexpectedReply('propose a payment plan', proposed)
  const { pk, revision } = proposed.body
  const link = (await tryAsStaff(context, `payment-plans/${pk}/link/`, {})) as { url: string } | null
  if (link === null) return
  const { host, searchParams } = new URL(link.url)
  const confirmed = await callUntilAnswered<{ state: string }>(context.origin, {
    method: 'POST',
    path: '/api/payment-plan-proposal/confirm/',
    host,
    body: { token: searchParams.get('token'), revision, total: '100.00', name: 'Pat Payer', agreed: true },
  })
  if (confirmed.status !== 200) throw unexpectedReply('confirm a payment plan', confirmed)
  const kept = await readAsStaff<{ state: string; agreement: { by: string } | null }>(
    context,
    `payment-plans/${pk}/`,
  )
  if (kept.state !== 'confirmed' || kept.agreement?.by !== 'Pat Payer')
    throw new Error(`a confirmed payment plan is ${kept.state}`)
}
