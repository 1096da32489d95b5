import { callOnce } from './caller.ts'
import { AMOUNT, aRequest, at, type Body, customerOf, staff, type Turn, today, unexpected } from './staff.ts'

/** Null when the answer was lost: a draft may stand there then, and nobody was told of it. */
export async function issueInvoice(
  turn: Turn,
  customer = customerOf(turn),
  due: object = { terms: 'net_30' },
): Promise<string | null> {
  const line = { description: 'Goods', detail: '', quantity: '1', unit_price: AMOUNT }
  const body = { customer, invoice_date: today(), lines: [line], ...due }
  const token = await turn.company.token()
  const draft = await callOnce<Body>(turn.origin, {
    method: 'POST',
    path: at(turn, 'invoices/'),
    body,
    token,
  }).catch(() => null)
  if (draft?.status !== 201) return null
  const sent = await staff(turn, `invoices/${draft.body.pk}/send/`, { email: false, ...aRequest() })
  // The first answer may have been lost: then it is sent already.
  if (sent.status !== 200 && sent.status !== 409) throw unexpected('send', sent)
  turn.facts.push({ kind: 'invoice', id: draft.body.pk })
  return draft.body.pk
}
