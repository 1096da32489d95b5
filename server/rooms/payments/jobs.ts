import { z } from 'zod'
import { defineJob } from '../../platform/jobs/queue.ts'
import type { Schedule } from '../../platform/registry.ts'
import { handleProcessorEvent } from './actions/inbox/handle-processor-event.ts'
import {
  deliverDueEvents,
  handleWaitingEvents,
  nextDelivery,
  nextWaitingEvent,
} from './actions/inbox/process-inbox.ts'
import { askPayerByMail } from './actions/notify/ask-payer-by-mail.ts'
import { notifyCases } from './actions/notify/notify-cases.ts'
import { notifyPaymentReceived } from './actions/notify/notify-payment-received.ts'
import { notifyPaymentReturned } from './actions/notify/notify-payment-returned.ts'
import { notifyRefund } from './actions/notify/notify-refund.ts'
import { sendReceipt } from './actions/notify/send-receipt.ts'
import { checkDuePayments, checkDueRefunds } from './actions/reconcile/check-due.ts'
import { checkPayment } from './actions/reconcile/check-payment.ts'
import { nextReconciliation, reconcileProcessors } from './actions/reconcile/reconcile-processors.ts'
import { checkRefund } from './actions/refund/check-refund.ts'
import { oldestUnnotifiedAt } from './store/cases.ts'
import { nextCheck } from './store/due-checks.ts'

export const paymentsJobs = [
  defineJob({
    name: 'payments.ask-payer',
    payload: z.object({ paymentId: z.uuid() }),
    runsWhilePaused: true,
    run: (ctx, { paymentId }) => askPayerByMail(ctx, paymentId),
  }),
  defineJob({
    name: 'payments.check-payment',
    payload: z.object({ paymentId: z.uuid() }),
    runUnitOfWork: (uow, { paymentId }) => checkPayment(uow, paymentId),
  }),
  defineJob({
    name: 'payments.check-refund',
    payload: z.object({ refundId: z.uuid() }),
    runUnitOfWork: (uow, { refundId }) => checkRefund(uow, refundId),
  }),
  defineJob({
    name: 'payments.handle-provider-event',
    payload: z.object({ eventId: z.uuid() }),
    runUnitOfWork: (uow, { eventId }) => handleProcessorEvent(uow, eventId),
  }),
  defineJob({
    name: 'payments.send-receipt',
    payload: z.object({ paymentId: z.uuid() }),
    runsWhilePaused: true,
    run: (ctx, { paymentId }) => sendReceipt(ctx, paymentId),
  }),
  defineJob({
    name: 'payments.notify-of-payment',
    payload: z.object({ paymentId: z.uuid() }),
    runsWhilePaused: true,
    run: (ctx, { paymentId }) => notifyPaymentReceived(ctx, paymentId),
  }),
  defineJob({
    name: 'payments.notify-of-refund',
    payload: z.object({ refundId: z.uuid() }),
    runsWhilePaused: true,
    run: (ctx, { refundId }) => notifyRefund(ctx, refundId),
  }),
  defineJob({
    name: 'payments.notify-of-return',
    payload: z.object({ paymentId: z.uuid() }),
    runsWhilePaused: true,
    run: (ctx, { paymentId }) => notifyPaymentReturned(ctx, paymentId),
  }),
]

/** Due by the product's clock. */
export const paymentsSchedules: readonly Schedule[] = [
  {
    name: 'payments.deliver-due-events',
    after: ['payments', 'sandbox'],
    run: deliverDueEvents,
    nextDue: nextDelivery,
  },
  {
    name: 'payments.handle-waiting-events',
    run: handleWaitingEvents,
    nextDue: (uow) => uow.transaction(nextWaitingEvent),
  },
  {
    name: 'payments.check-due-payments',
    run: checkDuePayments,
    nextDue: (uow) => uow.transaction((ctx) => nextCheck(ctx, 'payments')),
  },
  {
    name: 'payments.check-due-refunds',
    run: checkDueRefunds,
    nextDue: (uow) => uow.transaction((ctx) => nextCheck(ctx, 'refunds')),
  },
  {
    name: 'payments.reconcile-processors',
    after: ['accounts'],
    run: reconcileProcessors,
    nextDue: nextReconciliation,
  },
  {
    name: 'payments.notify-cases',
    run: notifyCases,
    nextDue: (uow) => uow.transaction(oldestUnnotifiedAt),
  },
]
