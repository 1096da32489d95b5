import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { emailAddressesJobs } from './jobs.ts'
import { emailAddressesRoutes } from './routes.ts'

const auditTexts = {
  'mail.bounce': 'noted that emails come back from an address of {object}[: {to}][: {reason}]',
  'mail.complain': 'noted a report of spam by {object}[: {to}]',
  'mail.unsubscribe': 'unsubscribed {object} from reminders[: {to}]',
  'mail.resubscribe': 'subscribed {object} to reminders again[: {to}]',
  'mail.use-address-again': 'let emails go to an address of {object} again[: {to}][ (it was: {was})]',
} as const

const events = {
  'mail.bounce': 'message.bounced',
  'mail.complain': 'message.complained',
  'mail.unsubscribe': 'customer.unsubscribed',
  'mail.resubscribe': 'customer.resubscribed',
  'mail.use-address-again': 'customer.address_used_again',
} as const

export const emailAddressesRegistry = {
  room: 'email-addresses',
  routes: emailAddressesRoutes,
  jobs: emailAddressesJobs,
  auditTexts,
  events,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
  interface RegisteredJobs {
    'email-addresses.read-report': true
  }
}
