import { callOnce } from './call-api.ts'
import {
  AMOUNT,
  accountPath,
  type Body,
  callAsStaff,
  customerIdOf,
  newRequestId,
  type ScenarioContext,
  today,
  unexpectedReply,
} from './staff-calls.ts'

/** Returns the invoice's id; null when the response to the draft was lost. The draft may exist then. */
export async function issueInvoice(
  context: ScenarioContext,
  customer = customerIdOf(context),
  due: object = { terms: 'net_30' },
): Promise<string | null> {
  const line = { description: 'Goods', detail: '', quantity: '1', unit_price: AMOUNT }
  const body = { customer, invoice_date: today(), lines: [line], ...due }
  const token = await context.company.token()
  const draft = await callOnce<Body>(context.origin, {
    method: 'POST',
    path: accountPath(context, 'invoices/'),
    body,
    token,
  }).catch(() => null)
  if (draft?.status !== 201) return null
  const sent = await callAsStaff(context, `invoices/${draft.body.pk}/send/`, {
    email: false,
    ...newRequestId(),
  })
  // 409: an earlier attempt sent it, and its response was lost.
  if (sent.status !== 200 && sent.status !== 409) throw unexpectedReply('send', sent)
  context.facts.push({ kind: 'invoice', id: draft.body.pk })
  return draft.body.pk
}
