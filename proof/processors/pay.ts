import { newId } from '../../server/platform/ids.ts'
import { anOpenInvoice, type OpenInvoice } from '../../server/rooms/payments/testing.ts'
import { callApi } from '../../testing/call-api.ts'
import type { Write } from './fault-control.ts'
import { type Reply, readReply, type World } from './open-world.ts'
import type { Values } from './processor-row.ts'

export const openInvoice = (
  { company }: World,
  total: string,
  customer?: OpenInvoice['customer'],
  dueDate?: string,
): Promise<OpenInvoice> => company.run((ctx) => anOpenInvoice(ctx, total, customer, dueDate))

/** Makes a payer's call about an invoice in the portal, in a new session. */
export async function callAsPayer(
  { company, test }: World,
  invoice: OpenInvoice,
  path: string,
  body: Values,
): Promise<Reply> {
  const token = await company.portalSession(invoice)
  const url = `/api/invoices/${invoice.invoiceId}/${path}/`
  return readReply(callApi(test.server, { method: 'POST', path: url, host: company.host, token, body }))
}

/** A filled form with the path of its option. */
export interface Form {
  readonly path: string
  readonly body: Values
}

export interface Filling {
  readonly amount: string
  readonly type?: 'credit_card' | 'e_check'
  readonly outcome?: 'good' | 'declined'
  readonly more?: Values
}

/** True for a processor that takes cards; the others have orders, which the payer approves first. */
export const takesCards = ({ can }: World): boolean => can.types.includes('credit_card')

/** The call with which a payment moves money. */
export const chargingWrite = (world: World): Write => (takesCards(world) ? 'create' : 'confirm')

/** Fills the form of an option, or has the payer approve an order. Returns null when the order is refused. */
export async function fillForm(world: World, invoice: OpenInvoice, filling: Filling): Promise<Form | null> {
  const { amount, type = 'credit_card', outcome = 'good', more = {} } = filling
  if (type === 'credit_card' && !takesCards(world)) return approveOrder(world, invoice, amount, more)
  const { option, values } = await world.processor.fill(type, outcome)
  return {
    path: `payment-options/${option}`,
    body: { ...values, amount, request_id: newRequestId(), ...more },
  }
}

async function approveOrder(
  world: World,
  invoice: OpenInvoice,
  amount: string,
  more: Values,
): Promise<Form | null> {
  const request_id = newRequestId()
  const { status, body } = await callAsPayer(world, invoice, 'create-paypal-order', { amount, request_id })
  if (status !== 200) return null
  const order_id = String(body.id)
  await world.processor.approveOrder!(order_id)
  return { path: 'capture-paypal-order', body: { order_id, request_id, ...more } }
}

export const newRequestId = (): string => `request-${newId(0)}`

/** Pays by a newly filled form. */
export async function payByForm(world: World, invoice: OpenInvoice, filling: Filling): Promise<Reply> {
  const form = await fillForm(world, invoice, filling)
  if (form === null) throw new Error('The order was refused.')
  return callAsPayer(world, invoice, form.path, form.body)
}

/** Staff ask again about refunds at the processor's own desk, which no webhook tells where it sends none. */
export async function recheckUntold(world: World): Promise<void> {
  if (world.processor.events) return
  const { body } = await world.staff('GET', 'payment-cases/?state=open&page_size=100')
  for (const { pk, kind } of body.results as { pk: string; kind: string }[])
    if (kind === 'refund_without_record') await world.staff('POST', `payment-cases/${pk}/recheck/`)
}
