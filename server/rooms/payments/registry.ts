import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { paymentsJobs, paymentsSchedules } from './jobs.ts'
import { paymentsRoutes } from './routes.ts'

const failpoints = [
  'pay.start',
  'attempt.inserted',
  'reserve.committed',
  'provider.before',
  'provider.after',
  'settle.locked',
  'settle.ledger',
  'settle.before_commit',
  'settle.after_commit',
  'challenge.intended',
  'challenge.provider_after',
  'challenge.committed',
  'capture.intended',
  'capture.provider_before',
  'capture.provider_after',
  'capture.before_commit',
  'capture.committed',
  'authorized.intended',
  'authorized.provider_before',
  'authorized.provider_after',
  'authorized.before_commit',
  'authorized.committed',
  'webhook.verified',
  'webhook.stored',
  'webhook.settled',
  'webhook.done',
  'check.claimed',
  'check.fetched',
  'check.committed',
  'cancel.before',
  'cancel.sent',
  'cancel.committed',
  'reservation.released',
  'return.booked',
  'late_charge.inserted',
  'late_charge.booked',
  'late_charge.before_commit',
  'outside_refund.inserted',
  'outside_refund.booked',
  'refund.inserted',
  'refund.reserved',
  'refund.provider_before',
  'refund.provider_after',
  'refund.ledger',
  'refund.before_commit',
  'refund.committed',
  'refund_check.claimed',
  'refund_check.fetched',
  'refund_check.committed',
  'method.requested',
  'method.answered',
  'method.inserted',
  'method.stored',
  'consent.recorded',
  'consent.agreed',
  'consent.ended',
  'consent.withdrawn',
  'compare.claimed',
  'compare.opened',
  'compare.closed',
  'compare.compared',
  'compare.finished',
  'recheck.intended',
  'recheck.asked',
  'recheck.settled',
  'recheck.before_commit',
  'recheck.committed',
  'case.closed',
  'case.before_commit',
  'record.inserted',
  'record.booked',
  'credit.use_booked',
  'credit.used',
] as const

const auditTexts = {
  'payments.start': 'started {object}[ of {amount}]',
  'payments.retry': 'tried {object} again',
  'payments.input': 'was asked to confirm {object}',
  'payments.wait': 'is waiting for the processor about {object}',
  'payments.waiting': 'learned that {object} is clearing',
  'payments.error': 'could not continue {object}',
  'payments.preauth': 'authorized {object}, to be captured later',
  'payments.unavailable': 'could not reach the processor for {object}; nothing was charged',
  'payments.confirm': 'confirmed {object}',
  'payments.reject': 'learned that {object} did not go through[ ({code})]',
  'payments.return': 'learned that the bank returned {object}[ ({code})]',
  'payments.give_up': 'stopped asking the processor about {object}',
  'payments.record_late': 'booked a late charge for {object}',
  'payments.quarantine': 'set {object} aside[: {problem} differs from what was booked]',
  'payments.record': 'recorded {object}[ of {amount}]',
  'payments.post': 'marked {object} as reconciled',
  'payments.capture': 'captured {object}',
  'payments.void': 'released {object}',
  'payments.refund': 'asked for a refund of [{amount} of ]{object}',
  'payments.retry_refund': 'asked again for the refund of {object}',
  'payments.refund_confirmed': 'refunded [{amount} of ]{object}',
  'payments.refund_rejected': 'learned that the refund of [{amount} of ]{object} was rejected[ ({because})]',
  'payments.refund_after_return': 'found [{amount} of ]{object} both refunded and returned',
  'payments.use-credit': 'applied [{amount} of ]credit from {object} to invoices',
  'payments.clearing-sent': 'sent an e-check[ of {amount}] for {object}',
  'payments.clearing-failed': 'learned that an e-check[ of {amount}] for {object} failed',
  'payments.add_method': 'stored a payment method[ ending in {last4}]',
  'payments.rename_method': 'named a payment method[ {name}]',
  'payments.remove_method': 'removed a stored payment method[ ending in {last4}]',
  'payments.agree_to_auto_payments': 'turned on automatic payments for {object}',
  'payments.withdraw_auto_payments': 'turned off automatic payments for {object}',
  'payments.open_case': 'opened a payment case[: {kind}]',
  'payments.recheck_case': 'rechecked a payment case[: {kind}]',
  'payments.close_case': 'closed a payment case[: {note}]',
} as const

const events = {
  'payments.waiting': 'payment.pending',
  'payments.preauth': 'payment.authorized',
  'payments.void': 'payment.released',
  'payments.confirm': 'payment.confirmed',
  'payments.record': 'payment.confirmed',
  'payments.record_late': 'payment.confirmed',
  'payments.reject': 'payment.failed',
  'payments.return': 'payment.returned',
  'payments.refund_confirmed': 'payment.refunded',
  'payments.refund_rejected': 'payment.refund_failed',
  'payments.use-credit': 'payment.credit_applied',
  'payments.agree_to_auto_payments': 'customer.auto_payments_turned_on',
  'payments.withdraw_auto_payments': 'customer.auto_payments_turned_off',
} as const

export const paymentsRegistry = {
  room: 'payments',
  routes: paymentsRoutes,
  jobs: paymentsJobs,
  schedules: paymentsSchedules,
  failpoints,
  auditTexts,
  events,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
  interface RegisteredSchedules {
    'payments.deliver-due-events': true
    'payments.handle-waiting-events': true
    'payments.check-due-payments': true
    'payments.check-due-refunds': true
    'payments.reconcile-processors': true
    'payments.notify-cases': true
  }
  interface RegisteredJobs extends Record<(typeof paymentsJobs)[number]['name'], true> {}
  interface RegisteredFailpoints extends Record<(typeof failpoints)[number], true> {}
}
