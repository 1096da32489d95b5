import { newId } from '../../server/platform/ids.ts'
import { anOpenInvoice, type OpenInvoice } from '../../server/rooms/payments/testing.ts'
import { callApi } from '../../testing/call-api.ts'
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

export async function fillForm(
  { processor }: World,
  { amount, type = 'credit_card', outcome = 'good', more = {} }: Filling,
): Promise<Form> {
  const { option, values } = await processor.fill(type, outcome)
  return {
    path: `payment-options/${option}`,
    body: { ...values, amount, request_id: newRequestId(), ...more },
  }
}

export const newRequestId = (): string => `request-${newId(0)}`

/** Pays by a newly filled form. */
export async function payByForm(world: World, invoice: OpenInvoice, filling: Filling): Promise<Reply> {
  const { path, body } = await fillForm(world, filling)
  return callAsPayer(world, invoice, path, body)
}
