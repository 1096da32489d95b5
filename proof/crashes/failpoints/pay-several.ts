import { issueInvoice } from '../issue-invoice.ts'
import { card, requestPayment } from '../payment-scenarios.ts'
import { createCustomer, openPortal } from '../portal-scenarios.ts'
import { AMOUNT, type ScenarioContext } from '../staff-calls.ts'

/** A customer pays an invoice and a part of the next one with one payment. */
export async function paySeveral(context: ScenarioContext): Promise<void> {
  const customer = await createCustomer(context)
  if (customer === null) return
  const invoices: string[] = []
  while (invoices.length < 2) {
    const invoice = await issueInvoice(context, customer)
    if (invoice === null) return
    invoices.push(invoice)
  }
  const portal = await openPortal(context, customer)
  if (portal === null) return
  const { host, token: session } = portal
  const { requestId } = await requestPayment(context, null, {
    path: '/api/open-invoices/payment-options/sandbox-card/',
    form: card({ amount: '150.00' }),
    around: (form) => ({ invoices: invoices.map((invoice) => ({ invoice, amount: AMOUNT })), form }),
    session,
    host,
  })
  context.facts.push({ kind: 'paid_together', requestId })
}
