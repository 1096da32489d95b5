import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { reopenAnswers } from './actions/reopen-answers.ts'
import { answersSchedules } from './jobs.ts'
import { answersRoutes } from './routes.ts'

const auditTexts = {
  'answers.promise': 'promised to pay {object}[ (by: {day})][: {note}]',
  'answers.record-promise': 'recorded a promise to pay {object}[ (by: {day})][: {note}]',
  'answers.withdraw-promise': 'withdrew the promise to pay {object}[ (by: {day})][: {note}]',
  'answers.keep-promise': 'noted that the promise to pay {object} was kept[ (by: {day})]',
  'answers.break-promise': 'noted that the promise to pay {object} was not kept[ (by: {day})]',
  'answers.dispute': 'disputed {object}[: {reason}]',
  'answers.record-dispute': 'recorded a dispute of {object}[: {reason}]',
  'answers.resolve-dispute': 'resolved the dispute of {object}[: {resolution}]',
  'answers.reopen-promise': 'opened the promise to pay {object} again[ (by: {day})]',
  'answers.reopen-dispute': 'opened the dispute of {object} again',
} as const

const events = {
  'answers.promise': 'invoice.promised',
  'answers.record-promise': 'invoice.promised',
  'answers.break-promise': 'invoice.promise_broken',
  'answers.dispute': 'invoice.disputed',
  'answers.record-dispute': 'invoice.disputed',
  'answers.resolve-dispute': 'invoice.dispute_resolved',
} as const

export const answersRegistry = {
  room: 'answers',
  routes: answersRoutes,
  schedules: answersSchedules,
  invoiceReopening: { reopen: reopenAnswers },
  auditTexts,
  events,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
  interface RegisteredSchedules {
    'answers.settle': true
  }
}
