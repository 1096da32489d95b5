import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { contactChangesRoutes } from './routes.ts'

const auditTexts = {
  'contact-changes.propose': 'proposed new contact details of {object}[: {changed}]',
  'contact-changes.withdraw': 'withdrew the proposed contact details of {object}',
  'contact-changes.approve': 'approved the proposed contact details of {object}[: {note}]',
  'contact-changes.refuse': 'refused the proposed contact details of {object}[: {note}]',
} as const

export const contactChangesRegistry = {
  room: 'contact-changes',
  routes: contactChangesRoutes,
  auditTexts,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
}
