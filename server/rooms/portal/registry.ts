import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { portalJobs } from './jobs.ts'
import { portalRoutes } from './routes.ts'

const auditTexts = {
  'portal.export-access-requests': 'exported requests for access to the portal[ (rows: {rows})]',
  'portal-logins.export': 'exported the portal logins[ (rows: {rows})]',
  'portal.log-in': 'logged in to the portal',
  'portal.send-log-in-link': 'asked for a link to log in to the portal[ for {user}]',
  'portal.send-log-in-code': 'asked for a code to log in to the portal of {object}',
  'portal.log-in-by-code': 'logged in to the portal by a code from a pay link',
  'portal.log-in-by-link': 'logged in to the portal by a mailed link',
  'portal.enrol': 'set up their login to the portal',
  'portal.ask-reset': 'asked for a link to set a new portal password[ for {user}]',
  'portal.reset-password': 'set a new portal password',
  'portal.invite': 'invited {object} to the portal[ at {email}]',
  'portal.add-login': 'added a portal login[ ({email})] of {object}',
  'portal.end-login': 'ended a portal login[ ({email})] of {object}',
  'portal.invite-person': 'invited a person[ ({email})] to the portal of {object}',
  'portal.remove-person': 'removed a person[ ({email})] from the portal of {object}',
  'portal.ask-for-access': 'asked for a login to the portal[ ({email})]',
  'portal.drop-access-request':
    'dropped the oldest request for a portal login[ ({email})] from the full list',
  'portal.approve-access': 'approved a portal login of {object}[ for {email}]',
  'portal.refuse-access': 'refused a portal login[ for {email}]',
  'portal.start-invite-run': 'started to invite all customers to the portal',
  'portal.cancel-invite-run': 'stopped inviting all customers to the portal',
  'portal.update-email': 'changed the portal email address for {object}[ to {email}]',
  'portal.open-pay-link': 'opened the pay link of {object}',
  'portal.send-pay-link-code': 'asked for a pay link code',
  'portal.unlock-pay-link': 'entered a pay link code',
  'portal.change-preferences':
    'changed the customer portal’s preferences[: {changed}][, its address from {from} to {to}]',
  'portal.start-preview': 'started a portal preview for {object}',
  'portal.open-preview': 'previewed the portal of {object}',
  'portal.end-preview': 'ended the portal preview for {object}',
} as const

const events = {
  'portal.invite': 'customer.invited',
  'portal.enrol': 'customer.enrolled',
  'portal.open-pay-link': 'invoice.opened',
} as const

export const portalRegistry = {
  room: 'portal',
  routes: portalRoutes,
  jobs: portalJobs,
  auditTexts,
  events,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
  interface RegisteredJobs extends Record<(typeof portalJobs)[number]['name'], true> {}
}
