import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { connectWithKeys, disconnect, finishConnection } from '../connections/index.ts'
import { payWithCredit } from './actions/credit/pay-with-credit.ts'
import { useCredit } from './actions/credit/use-credit.ts'
import { receivePartnerWebhook } from './actions/inbox/receive-partner-webhook.ts'
import { receiveWebhook } from './actions/inbox/receive-webhook.ts'
import { addMethod } from './actions/methods/add-method.ts'
import { listMethods } from './actions/methods/list-methods.ts'
import { offerMethodForms } from './actions/methods/offer-method-forms.ts'
import { removeOwnMethod } from './actions/methods/remove-method.ts'
import { renameMethod } from './actions/methods/rename-method.ts'
import { cancelOrder } from './actions/orders/cancel-order.ts'
import { answerChallenge } from './actions/pay/answer-challenge.ts'
import { describeOption } from './actions/pay/describe-option.ts'
import { offerOptions } from './actions/pay/offer-options.ts'
import { readChallenge } from './actions/pay/read-challenge.ts'
import { readEncryptionKey } from './actions/pay/read-encryption-key.ts'
import { recordPayment } from './actions/pay/record-payment.ts'
import { exportPayouts } from './actions/payouts/export-payouts.ts'
import { listPayouts } from './actions/payouts/list-payouts.ts'
import { exportPayout, readPayout } from './actions/payouts/read-payout.ts'
import { cancelOpenAttempts } from './actions/processor/cancel-open-attempts.ts'
import { readImpact } from './actions/processor/read-impact.ts'
import { exportPayments } from './actions/read/export-payments.ts'
import { listInvoicePayments } from './actions/read/list-invoice-payments.ts'
import { listOwnPayments } from './actions/read/list-own-payments.ts'
import { listPayments } from './actions/read/list-payments.ts'
import { readOwnPayment, readOwnReceipt } from './actions/read/read-own-payment.ts'
import { readPayerPayment, readReceipt } from './actions/read/read-payer-payment.ts'
import { readPayment } from './actions/read/read-payment.ts'
import { closeCase } from './actions/reconcile/close-case.ts'
import { exportCases } from './actions/reconcile/export-cases.ts'
import { listCases } from './actions/reconcile/list-cases.ts'
import { recheckCase } from './actions/reconcile/recheck-case.ts'
import { refundPayment } from './actions/refund/refund-payment.ts'
import { voidPayment } from './actions/settle/void-payment.ts'
import { listOpenInvoices } from './actions/several/list-open-invoices.ts'

const { payments, openInvoices, paymentCases, paymentMethods, ownPayments, paymentConnections, payouts } =
  contract

export const paymentsRoutes: BoundRoute[] = [
  onUnitOfWork(payments.options, (uow, { params, query }) =>
    offerOptions(uow, params.invoice, query.installment_id),
  ),
  onUnitOfWork(payments.describeOption, (uow, { params, query }) =>
    describeOption(uow, params.invoice, params.option, query.installment_id),
  ),
  onUnitOfWork(payments.encryptionKey, (uow) => readEncryptionKey(uow)),
  onUnitOfWork(payments.cancelOrder, (uow, { params, body }) =>
    cancelOrder(uow, params.invoice, body.order_id),
  ),
  onUnitOfWork(payments.webhook, (open, { params, body }) => receiveWebhook(open, params, body)),
  onUnitOfWork(payments.partnerWebhook, (open, { params, body }) =>
    receivePartnerWebhook(open, params.processor, body),
  ),
  on(payments.ofInvoice, (ctx, { params }) => listInvoicePayments(ctx, params.invoice)),
  on(payments.payerRead, (ctx, { params }) => readPayerPayment(ctx, params.invoice, params.payment)),
  onUnitOfWork(payments.readChallenge, (uow, { params }) =>
    readChallenge(uow, { invoiceId: params.invoice, paymentId: params.payment }),
  ),
  onUnitOfWork(payments.answerChallenge, (uow, { params, body }) =>
    answerChallenge(uow, { invoiceId: params.invoice, paymentId: params.payment, answer: body.answer }),
  ),
  onUnitOfWork(payments.receipt, (uow, { params }) => readReceipt(uow, params.invoice, params.payment)),
  on(payments.methods, (ctx) => listMethods(ctx)),
  onUnitOfWork(payments.removeMethod, (uow, { params }) => removeOwnMethod(uow, params.method)),
  // Open payments are canceled before a connection ends, which only this room can.
  onUnitOfWork(paymentConnections.finish, (uow, { params, body }) =>
    finishConnection(uow, params.provider, body, cancelOpenAttempts),
  ),
  onUnitOfWork(paymentConnections.connect, (uow, { params, body }) =>
    connectWithKeys(uow, params.provider, body, cancelOpenAttempts),
  ),
  onUnitOfWork(paymentConnections.disconnect, (uow, { params }) =>
    disconnect(uow, params.provider, cancelOpenAttempts),
  ),
  on(paymentConnections.impact, (ctx, { params }) => readImpact(ctx, params.provider)),
  onUnitOfWork(paymentMethods.forms, (uow) => offerMethodForms(uow)),
  onUnitOfWork(paymentMethods.add, (uow, { body }) => addMethod(uow, body)),
  on(paymentMethods.rename, (ctx, { params, body }) => renameMethod(ctx, params.method, body.name)),
  on(ownPayments.list, (ctx, { query }) => listOwnPayments(ctx, query)),
  on(ownPayments.read, (ctx, { params }) => readOwnPayment(ctx, params.payment)),
  onUnitOfWork(ownPayments.receipt, (uow, { params }) => readOwnReceipt(uow, params.payment)),
  onUnitOfWork(payments.export, (uow, { body }) => exportPayments(uow, body)),
  on(payments.list, (ctx, { query }) => listPayments(ctx, query)),
  on(payments.read, (ctx, { params }) => readPayment(ctx, params.payment)),
  on(payments.record, (ctx, { body }) => recordPayment(ctx, body)),
  on(payments.useCredit, (ctx, { params, body }) => useCredit(ctx, params.payment, body)),
  onUnitOfWork(payments.refund, (uow, { params, body }) => refundPayment(uow, params.payment, body)),
  onUnitOfWork(openInvoices.list, (uow, { query }) => listOpenInvoices(uow, query.invoices)),
  onUnitOfWork(openInvoices.payWithCredit, (uow, { body }) => payWithCredit(uow, body)),
  on(paymentCases.list, (ctx, { query }) => listCases(ctx, query)),
  onUnitOfWork(paymentCases.export, (uow, { body }) => exportCases(uow, body)),
  onUnitOfWork(paymentCases.recheck, (uow, { params }) => recheckCase(uow, params.case)),
  on(paymentCases.close, (ctx, { params, body }) => closeCase(ctx, params.case, body.note)),
  onUnitOfWork(payouts.export, (uow, { body }) => exportPayouts(uow, body)),
  on(payouts.list, (ctx, { query }) => listPayouts(ctx, query)),
  on(payouts.read, (ctx, { params }) => readPayout(ctx, params.payout)),
  on(payouts.file, (ctx, { params }) => exportPayout(ctx, params.payout)),
  onUnitOfWork(payments.void, (uow, { params }) => voidPayment(uow, params.payment)),
]
