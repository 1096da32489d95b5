import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import {
  captureOrder,
  capturePayment,
  createIntent,
  createOrder,
  payInvoice,
  payInvoices,
} from '../payments/index.ts'
import { exportConflicts } from './actions/conflicts/export-conflicts.ts'
import { listConflicts } from './actions/conflicts/list-conflicts.ts'
import { resolveConflict } from './actions/conflicts/resolve-conflict.ts'
import { disconnect } from './actions/connect/end-connection.ts'
import { finishConnection } from './actions/connect/finish-connection.ts'
import { listChoices } from './actions/connect/list-choices.ts'
import { listConnections } from './actions/connect/list-connections.ts'
import { simulateActivity } from './actions/connect/simulate-activity.ts'
import { startConnection } from './actions/connect/start-connection.ts'
import { updateConnection } from './actions/connect/update-connection.ts'
import { receivePlatformWebhook } from './actions/inbox/receive-platform-webhook.ts'
import { captureAfterReading } from './actions/live/capture-after-reading.ts'
import { payAfterReading } from './actions/live/pay-after-reading.ts'
import { readPlatformPdf } from './actions/live/read-platform-pdf.ts'
import { postPaymentNow } from './actions/post/post-payment-now.ts'
import { readRecordThere } from './actions/read-record-there.ts'
import { listSyncs } from './actions/sync/list-syncs.ts'
import { readSyncStatus } from './actions/sync/read-sync-status.ts'
import { requestSync } from './actions/sync/request-sync.ts'

const { accounting, invoices, openInvoices, payments, portal } = contract

export const accountingRoutes: BoundRoute[] = [
  on(accounting.syncStatus, (ctx) => readSyncStatus(ctx)),
  on(accounting.sync, (ctx) => requestSync(ctx)),
  on(accounting.listSyncs, (ctx, { query }) => listSyncs(ctx, query)),
  on(accounting.readRecord, (ctx, { query }) => readRecordThere(ctx, query)),
  on(accounting.list, (ctx) => listConnections(ctx)),
  onUnitOfWork(accounting.start, (uow, { params, query }) =>
    startConnection(uow, params.provider, query.moves === 'true'),
  ),
  onUnitOfWork(accounting.finish, (uow, { params, body }) => finishConnection(uow, params.provider, body)),
  onUnitOfWork(accounting.disconnect, (uow, { params }) => disconnect(uow, params.provider)),
  on(accounting.update, (ctx, { params, body }) => updateConnection(ctx, params.provider, body)),
  onUnitOfWork(accounting.simulate, (uow, { params, body }) =>
    simulateActivity(uow, params.provider, body.what),
  ),
  onUnitOfWork(accounting.taxCodes, (uow) => listChoices(uow, 'tax_codes')),
  onUnitOfWork(accounting.items, (uow) => listChoices(uow, 'items')),
  onUnitOfWork(accounting.bookAccounts, (uow) => listChoices(uow, 'accounts')),
  on(accounting.listConflicts, (ctx, { query }) => listConflicts(ctx, query)),
  onUnitOfWork(accounting.exportConflicts, (uow, { body }) => exportConflicts(uow, body)),
  on(accounting.resolveConflict, (ctx, { params, body }) =>
    resolveConflict(ctx, params.conflict, body.choice, body.version),
  ),
  onUnitOfWork(accounting.webhook, (open, { params, body }) =>
    receivePlatformWebhook(open, params.provider, body),
  ),
  // The platform is asked for the balance before a payer is charged.
  onUnitOfWork(payments.pay, (uow, { params, body }) =>
    payAfterReading(uow, { invoices: [params.invoice], requestId: String(body.request_id) }, (asked) =>
      payInvoice(asked, { invoiceId: params.invoice, optionId: params.option, body }),
    ),
  ),
  onUnitOfWork(payments.createIntent, (uow, { body }) =>
    payAfterReading(uow, { invoices: [body.invoice_id], requestId: '' }, (asked) =>
      createIntent(asked, body),
    ),
  ),
  onUnitOfWork(payments.createOrder, (uow, { params, body }) =>
    payAfterReading(uow, { invoices: [params.invoice], requestId: body.request_id }, (asked) =>
      createOrder(asked, params.invoice, body),
    ),
  ),
  onUnitOfWork(payments.captureOrder, (uow, { params, body }) =>
    captureAfterReading(uow, { orderId: body.order_id, invoiceId: params.invoice }, () =>
      captureOrder(uow, params.invoice, body),
    ),
  ),
  onUnitOfWork(payments.capture, (uow, { params }) =>
    captureAfterReading(uow, { paymentId: params.payment }, () => capturePayment(uow, params.payment)),
  ),
  onUnitOfWork(openInvoices.pay, (uow, { params, body }) => {
    const ids = body.invoices.map(({ invoice }) => invoice)
    return payAfterReading(uow, { invoices: ids, requestId: String(body.form.request_id) }, (asked) =>
      payInvoices(asked, params.option, body),
    )
  }),
  onUnitOfWork(invoices.pdf, (uow, { params }) => readPlatformPdf(uow, params.invoice)),
  onUnitOfWork(portal.invoicePdf, (uow, { params }) => readPlatformPdf(uow, params.invoice)),
  onUnitOfWork(payments.post, (uow, { params }) => postPaymentNow(uow, params.payment)),
]
