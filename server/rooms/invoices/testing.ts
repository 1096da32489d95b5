import type { Actor, Ctx } from '../../platform/context.ts'
import { aCustomer } from '../customers/testing.ts'
import { createInvoice } from './actions/create-invoice.ts'
import type { DraftInput } from './actions/read-draft.ts'
import type { InvoiceReply } from './actions/read-invoice.ts'
import { sendInvoice } from './actions/send-invoice.ts'
import type { LineInput } from './rules.ts'

/** A line as tests need it: one case of cups for 1,250.00, untaxed. */
export const aLine = (fields: Partial<LineInput> = {}): LineInput => ({
  description: 'Hot cups, 12 oz',
  detail: 'Case of 1,000',
  quantity: '1',
  unit_price: '1250.00',
  discount: '0',
  tax_name: '',
  tax_rate: '0',
  ...fields,
})

/** What a person writes: one line, dated Nov 20, 2026, due in 30 days. */
export const draftInput = (customer: string, fields: Partial<DraftInput> = {}): DraftInput => ({
  customer,
  invoice_date: '2026-11-20',
  terms: 'net_30',
  notes: '',
  lines: [aLine()],
  ...fields,
})

type Fields = Partial<DraftInput> & { readonly amount?: string }

/** A draft of 1,250.00 (or `amount`) for a customer of its own unless one is given. */
export async function aDraft(ctx: Ctx, { amount, ...fields }: Fields = {}): Promise<InvoiceReply> {
  const customer = fields.customer ?? (await aCustomer(ctx)).id
  const lines = amount === undefined ? {} : { lines: [aLine({ unit_price: amount })] }
  return createInvoice(ctx, draftInput(customer, { ...lines, ...fields }))
}

/** The same, issued without an email. */
export async function anOpenInvoice(ctx: Ctx, fields: Fields = {}): Promise<InvoiceReply> {
  const draft = await aDraft(ctx, fields)
  return sendInvoice(ctx, draft.id, { message: '', email: false })
}

/** A person of a customer, signed in to the portal. */
export const asCustomer = (customerId: string): Actor => ({
  kind: 'customer',
  portalUserId: customerId,
  sessionId: customerId,
  email: 'accounts@harborfoods.test',
  customerId,
  customerIds: [customerId],
})

/** Whoever holds a pay link of an invoice. */
export const asLinkHolder = (invoiceId: string, customerId: string): Actor => ({
  kind: 'pay_link',
  payLinkId: invoiceId,
  sessionId: invoiceId,
  invoiceId,
  customerId,
  unlocked: false,
})
