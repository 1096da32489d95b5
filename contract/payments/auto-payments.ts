import { z } from 'zod'
import { msg } from '../../domain/languages/msg.ts'
import { CONSENT_TEXT_VERSION } from '../../domain/payments/auto-payments.ts'
import { listExport } from '../lists/list-export.ts'
import { route } from '../route.ts'
import { accountParams, amount, date, id, instant, listQuery, paged, productText, strict } from '../shapes.ts'

const plannedCharge = z.object({
  invoice: z.object({ pk: id, number: z.string() }),
  method_display: productText,
  amount: amount.describe('surcharge included'),
  currency: z.string(),
  on: date.describe('the day in the company’s time zone; the customer is notified three days before'),
})

/** The current consent, as its customer and the company's people see it. */
const currentConsent = z.object({
  on: z.boolean(),
  method: z.object({ id, display: productText }).nullable(),
  since: instant.nullable().describe('when the customer agreed to it'),
  since_on: date.nullable().describe('the same as a day in the company’s time zone'),
  text: productText.nullable().describe('what they agreed to, word for word'),
})

/** Reasons that stop the charges of a customer who agreed to them. */
const stops = z.enum(['account', 'inactive', 'group', 'dispute', 'method'])

const stoppedBy = stops.nullable().describe('what stops automatic payments here; null when nothing does')

const ended = z.object({
  method_display: productText,
  since: instant,
  until: instant,
  because: z.enum(['customer', 'staff', 'method_removed', 'replaced', 'declined']),
})

const oneMethod = strict({ method: id })
const oneCustomer = strict({ account: id, customer: id })

export const autoPayments = {
  read: route({
    method: 'GET',
    path: '/api/auto-payments/',
    summary: 'Read which method pays automatically, and the planned charges',
    access: { kind: 'customer' },
    reply: currentConsent.extend({
      offered_text: z.object({ version: z.number().int(), text: productText }),
      planned: z.array(plannedCharge),
      is_paused: z.boolean().describe('the company has switched automatic payments off for now'),
      needs_method: z
        .boolean()
        .describe('the method can’t be charged any more; another one has to be chosen'),
    }),
  }),
  turnOn: route({
    method: 'POST',
    path: '/api/payment-methods/:method/auto-payments/',
    summary: 'Turn on automatic payments with this method instead of any other',
    access: { kind: 'customer' },
    params: oneMethod,
    body: strict({
      text_version: z
        .number(msg('Send the version of the text that was agreed to.'))
        .refine(
          (version) => version === CONSENT_TEXT_VERSION,
          msg('The text has changed. Please read it again.'),
        ),
    }),
    reply: 'nothing',
  }),
  turnOff: route({
    method: 'DELETE',
    path: '/api/payment-methods/:method/auto-payments/',
    summary: 'Turn off automatic payments',
    access: { kind: 'customer' },
    params: oneMethod,
    reply: 'nothing',
  }),
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/auto-payments/',
    summary: 'List the customers who agreed to automatic payments, with what is charged next',
    access: { kind: 'staff', right: 'auto_payments.read' },
    params: accountParams,
    query: strict({ page: listQuery.page, page_size: listQuery.page_size }),
    reply: paged(
      z.object({
        customer: z.object({ pk: id, short_name: z.string() }),
        method_display: productText,
        since_on: date,
        expiry: z.enum(['soon', 'expired']).nullable().describe('of a card; soon: within 60 days'),
        next: plannedCharge.nullable(),
        stopped_by: z.enum([...stops.options, 'no_address']).nullable(),
      }),
    ),
  }),
  export: listExport('/api/accounts/:account/auto-payments/export/', 'Export automatic payments', {}),
  readForCustomer: route({
    method: 'GET',
    path: '/api/accounts/:account/customers/:customer/auto-payments/',
    summary: 'Read a customer’s automatic payment consent and planned charges',
    access: { kind: 'staff', right: 'auto_payments.read' },
    params: oneCustomer,
    reply: currentConsent.extend({
      history: z.array(ended),
      planned: z.array(plannedCharge),
      stopped_by: stoppedBy,
    }),
  }),
  turnOffForCustomer: route({
    method: 'DELETE',
    path: '/api/accounts/:account/customers/:customer/auto-payments/',
    summary: 'Turn off a customer’s automatic payments. They get an email',
    access: { kind: 'staff', right: 'auto_payments.disable' },
    params: oneCustomer,
    reply: 'nothing',
  }),
  readPlannedCharge: route({
    method: 'GET',
    path: '/api/accounts/:account/invoices/:invoice/auto-payment/',
    summary: 'Read when and to what method an invoice will be charged',
    access: { kind: 'staff', right: 'auto_payments.read' },
    params: strict({ account: id, invoice: id }),
    reply: z.object({ planned: plannedCharge.nullable(), stopped_by: stoppedBy }),
  }),
}

export type AutoPaymentsStop = z.output<typeof stops>
export type PlannedCharge = z.input<typeof plannedCharge>
