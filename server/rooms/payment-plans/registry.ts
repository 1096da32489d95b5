import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { checkInstallmentMail } from './actions/engine/check-installment-mail.ts'
import { reopenPlans } from './actions/engine/reopen-plans.ts'
import { paymentPlansSchedules } from './jobs.ts'
import { paymentPlansRoutes } from './routes.ts'

const auditTexts = {
  'payment-plans.export': 'exported a list of payment plans[ (rows: {rows})]',
  'payment-plans.propose': 'proposed a {object}[ of {amount}][ to {customer}]',
  'payment-plans.update': 'changed the proposed {object}',
  'payment-plans.send': 'sent the proposed {object} again',
  'payment-plans.create-link': 'created a link to confirm {object}',
  'payment-plans.choose': 'chose a {object}[ of {amount}]',
  'payment-plans.confirm': 'confirmed {object}[ as {name}]',
  'payment-plans.default': 'noted that {object} defaulted',
  'payment-plans.cure': 'noted that the missed installments of {object} were paid',
  'payment-plans.follow-merge':
    'gave {object} to the customer that has its invoices since customers were merged or parted',
  'payment-plans.complete': 'noted that {object} was paid',
  'payment-plans.reopen': 'opened {object} again, because its invoices are owed again',
  'payment-plans.cancel': 'canceled {object}[: {reason}]',
  'payment-plans.change-policy': 'changed which payment plans customers can choose',
} as const

const events = {
  'payment-plans.propose': 'payment_plan.proposed',
  'payment-plans.confirm': 'payment_plan.confirmed',
  'payment-plans.default': 'payment_plan.defaulted',
  'payment-plans.cure': 'payment_plan.cured',
  'payment-plans.reopen': 'payment_plan.cured',
  'payment-plans.complete': 'payment_plan.completed',
  'payment-plans.cancel': 'payment_plan.canceled',
} as const

const failpoints = ['plan.confirmed', 'plan.before_commit', 'plan.moved'] as const

export const paymentPlansRegistry = {
  room: 'payment-plans',
  routes: paymentPlansRoutes,
  schedules: paymentPlansSchedules,
  failpoints,
  invoiceReopening: { reopen: reopenPlans },
  mailChecks: { 'payment-plans.installment': checkInstallmentMail },
  auditTexts,
  events,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
  interface RegisteredSchedules {
    'payment-plans.move': true
  }
  interface RegisteredFailpoints extends Record<(typeof failpoints)[number], true> {}
}
