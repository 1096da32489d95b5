import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { emailAddressesJobs } from './jobs.ts'
import { emailAddressesRoutes } from './routes.ts'

const auditTexts = {
  'mail.bounce': 'found that emails to {to} come back[: {reason}]',
  'mail.complain': 'found that {to} reported an email as spam',
  'mail.unsubscribe': 'unsubscribed {to} from reminders',
  'mail.resubscribe': 'subscribed {to} to reminders again',
  'mail.use-address-again': 'let emails go to {to} again[ (it was: {was})]',
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
