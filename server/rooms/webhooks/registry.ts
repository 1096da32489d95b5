import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { webhooksSchedules } from './jobs.ts'
import { webhooksRoutes } from './routes.ts'

const auditTexts = {
  'webhooks.create': 'added a webhook[ to {url}]',
  'webhooks.update': 'changed a webhook[ to {url}][: {state}]',
  'webhooks.remove': 'deleted a webhook[ to {url}]',
  'webhooks.rotate': 'created a new secret for a webhook[ to {url}]',
  'webhooks.test': 'sent a test event[ to {url}]',
  'webhooks.replay': 'replayed events of a webhook[ to {url}]',
  'webhooks.turn-off': 'turned off a webhook that kept failing[: {url}]',
} as const

export const webhooksRegistry = {
  room: 'webhooks',
  routes: webhooksRoutes,
  schedules: webhooksSchedules,
  auditTexts,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredSchedules {
    'webhooks.follow-events': true
    'webhooks.deliver': true
  }
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
}
