import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { beginCheckout } from './actions/billing/begin-checkout.ts'
import { changePlan, previewPlan } from './actions/billing/change-plan.ts'
import { openPortal, payUnpaid, refreshAndShow, setEnding } from './actions/billing/change-subscription.ts'
import { enterTestCard } from './actions/billing/enter-test-card.ts'
import { exportInvoices } from './actions/billing/export-invoices.ts'
import { planInvoicePdf } from './actions/billing/plan-invoice-document.ts'
import { receiveBillingWebhook } from './actions/billing/receive-billing-webhook.ts'
import { showBilling } from './actions/billing/show-billing.ts'
import { listAccountPlans, listPlans, readPlan } from './actions/catalogue/list-plans.ts'

const { billing } = contract

export const plansRoutes: BoundRoute[] = [
  on(billing.listPlans, (ctx, input) => listPlans(ctx, input)),
  on(billing.readPlan, (ctx, { params }) => readPlan(ctx, params.plan)),
  on(billing.listAccountPlans, (ctx, input) => listAccountPlans(ctx, input)),
  on(billing.read, (ctx) => showBilling(ctx)),
  onUnitOfWork(billing.refresh, (uow) => refreshAndShow(uow)),
  onUnitOfWork(billing.preview, (uow, { body }) => previewPlan(uow, body.plan)),
  onUnitOfWork(billing.checkout, (uow, { body }) => beginCheckout(uow, body.plan)),
  onUnitOfWork(billing.change, (uow, { body }) => changePlan(uow, body)),
  onUnitOfWork(billing.cancel, (uow) => setEnding(uow, true)),
  onUnitOfWork(billing.resume, (uow) => setEnding(uow, false)),
  onUnitOfWork(billing.pay, (uow, { body }) => payUnpaid(uow, body.amount)),
  onUnitOfWork(billing.portal, (uow) => openPortal(uow)),
  onUnitOfWork(billing.enterTestCard, (uow, { body }) => enterTestCard(uow, body)),
  on(billing.exportInvoices, (ctx) => exportInvoices(ctx)),
  onUnitOfWork(billing.invoicePdf, (uow, { params }) => planInvoicePdf(uow, params.invoice)),
  onUnitOfWork(billing.webhook, (open, { params, body }) =>
    receiveBillingWebhook(open, params.provider, body),
  ),
]
