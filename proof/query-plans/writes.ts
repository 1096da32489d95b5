import { A_PASSWORD } from '../../server/rooms/identity/testing.ts'
import { cardForm } from '../../server/rooms/payments/testing.ts'
import type { Samples } from './sample-company.ts'

const OURS = '/api/accounts/:account/'

export type Reply = Record<string, unknown>

/** Values that a write needs: those of the sampled company, and the replies to the writes before, by their names. */
export interface WriteContext {
  readonly samples: Samples
  readonly email: string
  readonly staffToken: string
  readonly unsubscribeToken: string
  readonly replies: Readonly<Record<string, Reply>>
}

/** A request, by default a POST. A `visitor` calls the portal's host without a session, a `stranger` the app's host. */
export type Write = readonly [
  name: string,
  as: 'staff' | 'customer' | 'visitor' | 'stranger',
  path: string | ((context: WriteContext) => string),
  body: (context: WriteContext) => object,
  method?: 'POST' | 'PUT',
]

const valueInLink = (reply: Reply | undefined, parameter: string): string => {
  const { searchParams, hash } = new URL(String(reply?.url))
  return searchParams.get(parameter) ?? new URLSearchParams(hash.slice(1)).get(parameter)!
}

/** The message that the flow of the sampled company plans for an invoice. */
const planned = ({ samples: { values } }: WriteContext) => ({
  customer: values.payer,
  step: values.step,
  invoices: [{ invoice: values.planned, occurrence: 0 }],
})

/** Each first checks whether it was done before, by an index of a table that grows with every customer and year. */
export const WRITES: readonly Write[] = [
  ['logging in', 'stranger', '/api/profile/login/', ({ email }) => ({ email, password: A_PASSWORD })],
  [
    'refreshing a session',
    'staff',
    '/api/profile/token-refresh/',
    ({ staffToken }) => ({ token: staffToken }),
  ],
  ['requesting a password reset', 'visitor', '/api/profile/forgot-password/', ({ email }) => ({ email })],
  ['creating a pay link', 'staff', `${OURS}invoices/:owed/pay-link/`, () => ({})],
  [
    'opening a pay link',
    'visitor',
    '/api/pay-link/',
    ({ replies }) => ({ token: valueInLink(replies['creating a pay link'], 'token') }),
  ],
  ['starting a preview', 'staff', `${OURS}customers/:customer/preview/`, () => ({})],
  [
    'opening a preview',
    'visitor',
    '/api/preview/',
    ({ replies }) => ({ code: valueInLink(replies['starting a preview'], 'token') }),
  ],
  [
    'sending an invoice',
    'staff',
    `${OURS}invoices/:owed/send/`,
    () => ({ to: ['a@payer.test'], request_id: 'send-it-once' }),
  ],
  [
    'sending it again',
    'staff',
    `${OURS}invoices/:owed/send/`,
    () => ({ to: ['a@payer.test'], request_id: 'send-it-once' }),
  ],
  [
    'paying',
    'customer',
    '/api/invoices/:owed/payment-options/sandbox-card/',
    () => cardForm('1.00', { store_method: true }),
  ],
  [
    'recording a check',
    'staff',
    `${OURS}payments/`,
    ({ samples }) => ({
      customer: samples.values.customer,
      type: 'check',
      total: '9.00',
      received_on: '2026-11-20',
      request_id: 'check-at-once',
      invoices: [],
    }),
  ],
  [
    'using its credit',
    'staff',
    ({ replies }) => `${OURS}payments/${replies['recording a check']!.id}/use-credit/`,
    ({ samples }) => ({
      request_id: 'use-it-once',
      invoices: [{ invoice: samples.values.owed, amount: '2.00' }],
    }),
  ],
  [
    'using it again',
    'staff',
    ({ replies }) => `${OURS}payments/${replies['recording a check']!.id}/use-credit/`,
    ({ samples }) => ({
      request_id: 'use-it-once',
      invoices: [{ invoice: samples.values.owed, amount: '2.00' }],
    }),
  ],
  [
    'refunding',
    'staff',
    ({ replies }) => `${OURS}payments/${replies.paying!.id}/refund/`,
    () => ({ total: '1.00', total_currency: 'USD', request_id: 'refund-once' }),
  ],
  ['duplicating an invoice', 'staff', `${OURS}invoices/:owed/duplicate/`, () => ({})],
  ['previewing a reminder', 'staff', `${OURS}reminders/planned/preview/`, planned],
  ['skipping it', 'staff', `${OURS}reminders/planned/skip/`, planned],
  ['putting it back', 'staff', `${OURS}reminders/planned/put-back/`, planned],
  // A person's own text may leave on any day.
  [
    'changing its text',
    'staff',
    `${OURS}reminders/planned/text/`,
    (context) => ({ ...planned(context), text: { subject: 'Please pay', body: 'By Friday.' } }),
    'PUT',
  ],
  ['sending it now', 'staff', `${OURS}reminders/planned/send/`, planned],
  [
    'pausing reminders of a customer',
    'staff',
    `${OURS}reminders/pauses/`,
    ({ samples }) => ({ scope: 'customer', subject: samples.values.customer, until: null, note: '' }),
  ],
  ['finishing a task', 'staff', `${OURS}tasks/:task/done/`, () => ({ outcome: 'They pay on Friday' })],
  ['reopening it', 'staff', `${OURS}tasks/:task/reopen/`, () => ({})],
  [
    'reading an unsubscribe link',
    'visitor',
    '/api/unsubscribe/',
    ({ unsubscribeToken: token }) => ({ token }),
  ],
  [
    'unsubscribing',
    'visitor',
    '/api/unsubscribe/',
    ({ unsubscribeToken: token }) => ({ token, unsubscribed: true }),
    'PUT',
  ],
]
