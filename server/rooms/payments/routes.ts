import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on, onInSteps } from '../../platform/http/handlers.ts'
import { answerChallenge } from './actions/answer-challenge.ts'
import { cancelOrder } from './actions/cancel-order.ts'
import { captureOrder } from './actions/capture-order.ts'
import { capturePayment } from './actions/capture-payment.ts'
import { closeCase } from './actions/close-case.ts'
import { createOrder } from './actions/create-order.ts'
import { describeOption } from './actions/describe-option.ts'
import { listCases } from './actions/list-cases.ts'
import { listInvoicePayments } from './actions/list-invoice-payments.ts'
import { listMethods } from './actions/list-methods.ts'
import { listPayments } from './actions/list-payments.ts'
import { offerOptions } from './actions/offer-options.ts'
import { payInvoice } from './actions/pay-invoice.ts'
import { postPayment } from './actions/post-payment.ts'
import { readPayerPayment, readReceipt } from './actions/read-payer-payment.ts'
import { readPayment } from './actions/read-payment.ts'
import { recheckCase } from './actions/recheck-case.ts'
import { recordPayment } from './actions/record-payment.ts'
import { refundPayment } from './actions/refund-payment.ts'
import { removeOwnMethod } from './actions/remove-method.ts'
import { takeInWebhook } from './actions/take-in-webhook.ts'
import { useCredit } from './actions/use-credit.ts'
import { voidPayment } from './actions/void-payment.ts'

const { payments, paymentCases } = contract

export const paymentsRoutes: BoundRoute[] = [
  onInSteps(payments.options, (steps, { params }) => offerOptions(steps, params.invoice)),
  onInSteps(payments.describeOption, (steps, { params }) =>
    describeOption(steps, params.invoice, params.option),
  ),
  onInSteps(payments.pay, (steps, { params, body }) =>
    payInvoice(steps, { invoiceId: params.invoice, optionId: params.option, body }),
  ),
  onInSteps(payments.createOrder, (steps, { params, body }) => createOrder(steps, params.invoice, body)),
  onInSteps(payments.captureOrder, (steps, { params, body }) => captureOrder(steps, params.invoice, body)),
  onInSteps(payments.cancelOrder, (steps, { params, body }) =>
    cancelOrder(steps, params.invoice, body.order_id),
  ),
  onInSteps(payments.webhook, (open, { params, body }) => takeInWebhook(open, params, body)),
  on(payments.ofInvoice, (ctx, { params }) => listInvoicePayments(ctx, params.invoice)),
  on(payments.payerRead, (ctx, { params }) => readPayerPayment(ctx, params.invoice, params.payment)),
  onInSteps(payments.answerChallenge, (steps, { params, body }) =>
    answerChallenge(steps, { invoiceId: params.invoice, paymentId: params.payment, answer: body.answer }),
  ),
  onInSteps(payments.receipt, (steps, { params }) => readReceipt(steps, params.invoice, params.payment)),
  on(payments.methods, (ctx) => listMethods(ctx)),
  onInSteps(payments.removeMethod, (steps, { params }) => removeOwnMethod(steps, params.method)),
  on(payments.list, (ctx, { query }) => listPayments(ctx, query)),
  on(payments.read, (ctx, { params }) => readPayment(ctx, params.payment)),
  on(payments.record, (ctx, { body }) => recordPayment(ctx, body)),
  on(payments.useCredit, (ctx, { params, body }) => useCredit(ctx, params.payment, body)),
  onInSteps(payments.refund, (steps, { params, body }) => refundPayment(steps, params.payment, body)),
  on(payments.post, (ctx, { params }) => postPayment(ctx, params.payment)),
  onInSteps(payments.capture, (steps, { params }) => capturePayment(steps, params.payment)),
  on(paymentCases.list, (ctx, { query }) => listCases(ctx, query)),
  onInSteps(paymentCases.recheck, (steps, { params }) => recheckCase(steps, params.case)),
  on(paymentCases.close, (ctx, { params, body }) => closeCase(ctx, params.case, body.note)),
  onInSteps(payments.void, (steps, { params }) => voidPayment(steps, params.payment)),
]
