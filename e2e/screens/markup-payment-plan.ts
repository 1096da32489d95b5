import { addDays } from '../../domain/dates/calendar.ts'
import { type Call, withPayload } from './markup-texts.ts'

/** Proposes a plan for an invoice, and creates a link to confirm it. */
export async function addPlanWithMarkup(
  call: Call,
  invoice: { pk: string },
  today: string,
): Promise<{ pk: string; url: string; message: string }> {
  const message = withPayload('Plan')
  const { remaining } = await call<{ remaining: string }>('GET', `invoices/${invoice.pk}/`)
  const plan = await call<{ pk: string }>('POST', 'payment-plans/', {
    invoices: [invoice.pk],
    installments: [{ due_date: addDays(today, 30), amount: remaining }],
    message,
    email: false,
  })
  const { url } = await call<{ url: string }>('POST', `payment-plans/${plan.pk}/link/`)
  return { pk: plan.pk, url, message }
}
