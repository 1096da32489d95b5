import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { mailTemplatesRoutes } from './routes.ts'

const auditTexts = {
  'mail-templates.update-text': 'changed the text of an email[ “{name}”][ ({language})]',
  'mail-templates.send-test': 'sent a test of an email[ “{name}”][ to {to}]',
  'mail-templates.remove-text': 'went back to the built-in text of an email[ “{name}”][ ({language})]',
} as const

export const mailTemplatesRegistry = {
  room: 'mail-templates',
  routes: mailTemplatesRoutes,
  auditTexts,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
}
