import { z } from 'zod'
import type { Steps } from '../../platform/context.ts'
import { defineJob, type JobDefinition } from '../../platform/jobs/queue.ts'
import { checkDuePayments, checkDueRefunds } from './actions/check-due.ts'
import { checkPayment } from './actions/check-payment.ts'
import { checkRefund } from './actions/check-refund.ts'
import { handleProviderEvent } from './actions/handle-provider-event.ts'
import { reconcileProcessors } from './actions/reconcile-processors.ts'
import { sendReceipt } from './actions/send-receipt.ts'
import { deliverDueEvents, handleWaitingEvents } from './actions/take-in-events.ts'
import { tellOfCases } from './actions/tell-of-cases.ts'
import { tellOfPayment } from './actions/tell-of-payment.ts'
import { tellOfRefund } from './actions/tell-of-refund.ts'
import { tellOfReturn } from './actions/tell-of-return.ts'

export const paymentsJobs = [
  defineJob({
    name: 'payments.check-payment',
    payload: z.object({ paymentId: z.uuid() }),
    runInSteps: (steps, { paymentId }) => checkPayment(steps, paymentId),
  }),
  defineJob({
    name: 'payments.check-refund',
    payload: z.object({ refundId: z.uuid() }),
    runInSteps: (steps, { refundId }) => checkRefund(steps, refundId),
  }),
  defineJob({
    name: 'payments.handle-provider-event',
    payload: z.object({ eventId: z.uuid() }),
    runInSteps: (steps, { eventId }) => handleProviderEvent(steps, eventId),
  }),
  defineJob({
    name: 'payments.send-receipt',
    payload: z.object({ paymentId: z.uuid() }),
    run: (ctx, { paymentId }) => sendReceipt(ctx, paymentId),
  }),
  defineJob({
    name: 'payments.tell-of-payment',
    payload: z.object({ paymentId: z.uuid() }),
    run: (ctx, { paymentId }) => tellOfPayment(ctx, paymentId),
  }),
  defineJob({
    name: 'payments.tell-of-refund',
    payload: z.object({ refundId: z.uuid() }),
    run: (ctx, { refundId }) => tellOfRefund(ctx, refundId),
  }),
  defineJob({
    name: 'payments.tell-of-return',
    payload: z.object({ paymentId: z.uuid() }),
    run: (ctx, { paymentId }) => tellOfReturn(ctx, paymentId),
  }),
] as unknown as readonly JobDefinition[]

/** Asked once a minute, for one account, what falls due by the product's clock. */
export const paymentsTicks: readonly { readonly name: string; run(steps: Steps): Promise<void> }[] = [
  { name: 'payments.deliver-due-events', run: deliverDueEvents },
  { name: 'payments.handle-waiting-events', run: handleWaitingEvents },
  { name: 'payments.check-due-payments', run: checkDuePayments },
  { name: 'payments.check-due-refunds', run: checkDueRefunds },
  { name: 'payments.reconcile-processors', run: reconcileProcessors },
  { name: 'payments.tell-of-cases', run: tellOfCases },
]
