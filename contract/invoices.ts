import { z } from 'zod'
import { PAYMENT_TERMS } from '../domain/dates/terms.ts'
import { INVOICE_EVENTS } from '../domain/invoices/invoice-events.ts'
import { DEPOSITS } from '../domain/payments/deposit-to.ts'
import { filters } from './filters.ts'
import { invoiceLine, invoiceLineInput } from './invoice-lines.ts'
import { invoiceLateFee } from './late-fees/invoice-late-fee.ts'
import { chosenRows, listExport } from './lists/list-export.ts'
import { payLinks } from './payments/pay-links.ts'
import { planOfInvoice } from './payments/plan-of-invoice.ts'
import { route } from './route.ts'
import {
  accountParams,
  amount,
  date,
  email,
  id,
  instant,
  listQuery,
  orderBy,
  paged,
  productText,
  requestId,
  requiredText,
  strict,
  text,
} from './shapes.ts'

export const INVOICE_STATES = ['draft', 'open', 'void', 'written_off'] as const
const terms = z.enum(PAYMENT_TERMS, 'Choose terms.')

/** An invoice as lists show it. */
export const invoiceRow = z.object({
  pk: id,
  id,
  number: z.string(),
  url: z.string(),
  customer: z.object({ pk: id, short_name: z.string() }),
  state: z.enum(INVOICE_STATES),
  status: productText.describe(
    "'Paid', 'Due in N days', 'Overdue by N days', 'Draft', 'Void' or 'Written off'",
  ),
  transaction_type: z.string(),
  currency: z.string(),
  invoice_date: date,
  due_date: date,
  total: amount,
  remaining: amount,
  in_flight: amount.describe('part of what remains: being paid right now, and not yet arrived'),
  days_past_due: z.number().int(),
  payment_plan: planOfInvoice,
  sent_at: instant.nullable(),
  viewed_at: instant.nullable(),
})

/** An invoice in the company's list, with what its customer said instead of paying. */
export const listedInvoice = invoiceRow.extend({
  promised_on: date
    .nullable()
    .describe('day for which a payment is promised; null without an open promise, or once it is paid'),
  disputed: z.boolean().describe('true while the customer disputes it or a part'),
})

const event = z.object({
  at: instant,
  kind: z.enum(INVOICE_EVENTS),
  text: z.string(),
  amount: amount.nullable(),
  link: z.string().nullable(),
})

/** One invoice with all its details. */
export const invoice = invoiceRow.extend({
  terms: z.string(),
  notes: z.string(),
  deposit_to: z.enum(DEPOSITS).describe('account of payments; trust takes no surcharge and no late fee'),
  lines: z.array(invoiceLine),
  subtotal: amount.describe('of the lines before their discounts'),
  discount: amount.describe('taken off the lines together; their amounts are after it'),
  tax: amount,
  taxes: z.array(z.object({ name: z.string(), rate: z.string(), base: amount, amount })),
  late_fees: z.array(invoiceLateFee).describe('added to the total after the invoice was due'),
  paid: amount,
  credited: amount,
  written_off: amount.describe('less what was undone'),
  revision: z.number().int(),
  closed_at: instant.nullable().describe('when it was voided or written off'),
  closed_because: z.string().describe('why it was voided or written off; empty without a reason'),
  kept_after_move: z.boolean().describe('true for one that no connected books have: it is voided here'),
  can: z.object({
    edit: z.boolean(),
    send: z.boolean(),
    void: z.boolean(),
    write_off: z.boolean(),
    undo_write_off: z.boolean(),
    remove: z.boolean(),
    record_payment: z.boolean(),
  }),
  timeline: z.array(event),
  customer: z.object({
    pk: id,
    short_name: z.string(),
    email: z.string(),
    emails: z.array(z.string()).describe('every address, the main one first'),
  }),
})

const draftFields = {
  customer: id,
  number: requiredText(40).optional().describe('taken from the sequence when absent'),
  invoice_date: date,
  terms,
  due_date: date.optional().describe('follows from the terms; needed with custom terms'),
  notes: text(5000).default(''),
  deposit_to: z
    .enum(DEPOSITS)
    .optional()
    .describe('operating when absent in a new one; trust needs a processor that has such an account'),
  lines: z
    .array(invoiceLineInput)
    .min(1, 'An invoice needs at least one line.')
    .max(300, 'At most 300 lines.'),
}

/** Enough for 300 lines with descriptions of maximum length. */
const INVOICE_LIMIT_BYTES = 512 * 1024

const oneInvoice = strict({ account: id, invoice: id })
const staffWrite = { kind: 'staff', right: 'invoices.write' } as const

/** Search, filters and order of the list. */
export const invoiceMatch = {
  search: listQuery.search,
  view: z
    .enum(['all', 'open', 'overdue', 'due_this_week', 'draft', 'paid', 'void', 'written_off'])
    .default('all'),
  aging: z.enum(['current', 'days_30', 'days_60', 'days_90', 'over_90']).optional(),
  customer: id.optional(),
  ...filters({
    remaining: 'amount',
    total: 'amount',
    days_past_due: 'number',
    due_date: 'date',
    invoice_date: 'date',
    currency: 'text',
    state: 'text',
  }),
  order_by: orderBy(
    ['number', 'invoice_date', 'due_date', 'total', 'remaining', 'customer'],
    '-invoice_date',
  ),
}

export const invoices = {
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/invoices/',
    summary: 'List invoices: paged, searched by number or customer, filtered and ordered',
    access: { kind: 'staff', right: 'invoices.read' },
    params: accountParams,
    query: strict({ ...listQuery, ...invoiceMatch }),
    reply: paged(listedInvoice).extend({
      sums: z.array(z.object({ currency: z.string(), remaining: amount, past_due: amount })),
      views: z.record(z.string(), z.number().int()).describe('how many invoices each saved view holds'),
    }),
  }),
  export: listExport('/api/accounts/:account/invoices/export/', 'Export invoices', {
    ...invoiceMatch,
    invoices: chosenRows,
  }),
  defaults: route({
    method: 'GET',
    path: '/api/accounts/:account/invoices/defaults/',
    summary: 'Read a new invoice’s defaults: the next number, today, terms, notes',
    access: staffWrite,
    params: accountParams,
    reply: z.object({
      number: z.string(),
      invoice_date: date,
      due_date: date,
      terms: z.string(),
      notes: z.string(),
      currency: z.string(),
      deposits: z
        .array(z.enum(DEPOSITS))
        .describe('accounts that a connected processor has for payments; trust only with LawPay'),
      tax_rates: z.array(z.object({ name: z.string(), rate: z.string() })).describe('rates used lately'),
    }),
  }),
  create: route({
    method: 'POST',
    path: '/api/accounts/:account/invoices/',
    summary: 'Create a draft. The server computes the totals',
    access: staffWrite,
    params: accountParams,
    body: strict(draftFields),
    bodyLimitBytes: INVOICE_LIMIT_BYTES,
    status: 201,
    reply: invoice,
  }),
  read: route({
    method: 'GET',
    path: '/api/accounts/:account/invoices/:invoice/',
    summary: 'Read an invoice with its lines, payments and timeline',
    access: { kind: 'staff', right: 'invoices.read' },
    params: oneInvoice,
    reply: invoice,
  }),
  update: route({
    method: 'PATCH',
    path: '/api/accounts/:account/invoices/:invoice/',
    summary: 'Change an invoice without payments or credits. A sent one keeps its earlier revision',
    access: staffWrite,
    params: oneInvoice,
    body: strict({
      ...draftFields,
      revision: z.number().int().describe('the revision that was read; 409 when it has changed'),
    }),
    bodyLimitBytes: INVOICE_LIMIT_BYTES,
    reply: invoice,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/accounts/:account/invoices/:invoice/',
    summary: 'Delete a draft',
    access: { kind: 'staff', right: 'invoices.delete' },
    params: oneInvoice,
    reply: 'nothing',
  }),
  send: route({
    method: 'POST',
    path: '/api/accounts/:account/invoices/:invoice/send/',
    summary: 'Issue the invoice, or take an issued one, and email it with its PDF and a pay link',
    access: staffWrite,
    params: oneInvoice,
    body: strict({
      to: z.array(email).max(10, 'At most 10 addresses.').optional().describe('the customer’s when absent'),
      message: text(2000).default(''),
      email: z.boolean().default(true).describe('false: issue without an email'),
      request_id: requestId,
    }),
    reply: invoice,
  }),
  previewEmail: route({
    method: 'POST',
    path: '/api/accounts/:account/invoices/:invoice/email-preview/',
    summary: 'Show the subject and the text of the email that sending the invoice would send',
    access: staffWrite,
    params: oneInvoice,
    body: strict({ message: text(2000).default('') }),
    reply: z.object({ subject: z.string(), opening: z.string() }),
  }),
  duplicate: route({
    method: 'POST',
    path: '/api/accounts/:account/invoices/:invoice/duplicate/',
    summary: 'Duplicate an invoice as a draft dated today',
    access: staffWrite,
    params: oneInvoice,
    body: strict({}).optional(),
    status: 201,
    reply: invoice,
  }),
  void: route({
    method: 'POST',
    path: '/api/accounts/:account/invoices/:invoice/void/',
    summary: 'Void an invoice without payments or credits',
    access: staffWrite,
    params: oneInvoice,
    body: strict({ reason: text(500).default('') }),
    reply: invoice,
  }),
  writeOff: route({
    method: 'POST',
    path: '/api/accounts/:account/invoices/:invoice/write-off/',
    summary: 'Write off an invoice’s remaining amount',
    access: { kind: 'staff', right: 'invoices.write_off' },
    params: oneInvoice,
    body: strict({ reason: text(500).default('') }),
    reply: invoice,
  }),
  undoWriteOff: route({
    method: 'POST',
    path: '/api/accounts/:account/invoices/:invoice/undo-write-off/',
    summary: 'Undo the write-offs of an invoice, so that their amount is owed again',
    access: { kind: 'staff', right: 'invoices.write_off' },
    params: oneInvoice,
    body: strict({}),
    reply: invoice,
  }),
  pdf: route({
    method: 'GET',
    path: '/api/accounts/:account/invoices/:invoice/pdf/',
    summary: 'The invoice as PDF',
    access: { kind: 'staff', right: 'invoices.read' },
    params: oneInvoice,
    reply: 'file',
  }),
  ...payLinks,
}
