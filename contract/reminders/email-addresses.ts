import { z } from 'zod'
import { ADDRESS_MARKS } from '../../domain/people/address-marks.ts'
import { route } from '../route.ts'
import { accountParams, email, id, instant, strict, text } from '../shapes.ts'

const token = text(200)

const subscription = z.object({
  company: z.object({ name: z.string(), logo: z.string().nullable() }),
  address: z.string(),
  unsubscribed: z.boolean(),
})

const addressMark = z.object({
  kind: z.enum(ADDRESS_MARKS),
  reason: z.string().describe('the mail server’s answer; empty without one'),
  at: instant,
})

const addresses = z.object({
  results: z.array(z.object({ address: z.string(), marks: z.array(addressMark) })),
})

const dnsRecord = z.object({
  purpose: z.enum(['spf', 'dkim', 'dmarc', 'bounce_mx', 'bounce_spf']),
  name: z.string().describe('name of the record'),
  type: z.enum(['TXT', 'MX']),
  value: z.string().describe('the record to set'),
  state: z.enum(['found', 'missing', 'differs', 'unknown']).describe('unknown when no name server answered'),
  found: z.array(z.string()).describe('records of this kind that the name servers have'),
})

const ownChoice = z.object({
  address: z.string().nullable().describe('of the caller’s login; null in a preview'),
  reminders: z.boolean().describe('reminders and statements may go there'),
  refused: z.boolean().describe('it bounced or complained, so only the company can use it again'),
  addresses: z.array(z.string()).describe('where the customer’s emails go, the main one first'),
})

const customerParams = strict({ account: id, customer: id })

export const emailAddresses = {
  oneClick: route({
    method: 'POST',
    path: '/unsubscribe/',
    summary: 'Unsubscribe by one click in a mail program (RFC 8058)',
    access: { kind: 'public', host: 'either' },
    rateLimit: { limit: 60, windowSeconds: 60 },
    query: strict({ token }),
    body: { raw: ['application/x-www-form-urlencoded', 'multipart/form-data'], maxBytes: 4 * 1024 },
    reply: 'nothing',
  }),
  readSubscription: route({
    method: 'POST',
    path: '/api/unsubscribe/',
    summary: 'Read whose reminders an unsubscribe link stops',
    access: { kind: 'public', host: 'either' },
    rateLimit: { limit: 60, windowSeconds: 60 },
    body: strict({ token }),
    reply: subscription,
  }),
  changeSubscription: route({
    method: 'PUT',
    path: '/api/unsubscribe/',
    summary: 'Stop reminders and statements to the address of an unsubscribe link, or let them come again',
    access: { kind: 'public', host: 'either' },
    rateLimit: { limit: 30, windowSeconds: 60 },
    body: strict({ token, unsubscribed: z.boolean() }),
    reply: subscription,
  }),
  readOwnChoice: route({
    method: 'GET',
    path: '/api/email-choices/',
    summary: 'Read which emails the caller gets at the address of their portal login',
    access: { kind: 'customer' },
    reply: ownChoice,
  }),
  chooseOwn: route({
    method: 'PUT',
    path: '/api/email-choices/',
    summary:
      'Stop reminders and statements to the address of the caller’s portal login, or let them come again',
    access: { kind: 'customer' },
    body: strict({ reminders: z.boolean() }),
    reply: ownChoice,
  }),
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/customers/:customer/email-addresses/',
    summary: 'List the addresses of a customer, and why some get no reminders',
    access: { kind: 'staff', right: 'customers.read' },
    params: customerParams,
    reply: addresses,
  }),
  useAgain: route({
    method: 'POST',
    path: '/api/accounts/:account/customers/:customer/email-addresses/',
    summary: 'Write to an address of a customer again, although it bounced, complained or unsubscribed',
    access: { kind: 'staff', right: 'customers.write' },
    params: customerParams,
    body: strict({ address: email }),
    reply: addresses,
  }),
  readDelivery: route({
    method: 'GET',
    path: '/api/accounts/:account/email-delivery/',
    summary: 'List the DNS records that make emails arrive, each with what the name servers have',
    access: { kind: 'staff', right: 'settings.write' },
    rateLimit: { limit: 30, windowSeconds: 60 },
    params: accountParams,
    reply: z.object({
      sender: z.string().describe('address in the From line of every email'),
      dkim_domain: z.string().nullable(),
      bounce_domain: z.string().nullable(),
      records: z.array(dnsRecord),
    }),
  }),
}
