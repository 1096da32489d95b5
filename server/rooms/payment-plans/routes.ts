import { paymentPlans } from '../../../contract/payments/payment-plans.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { choosePlan } from './actions/confirm/choose-plan.ts'
import { confirmByLink } from './actions/confirm/confirm-by-link.ts'
import { openOwnProposal } from './actions/confirm/open-own-proposal.ts'
import { readOffer } from './actions/confirm/read-offer.ts'
import { readProposal } from './actions/confirm/read-proposal.ts'
import { readPolicy } from './actions/policy/read-policy.ts'
import { updatePolicy } from './actions/policy/update-policy.ts'
import { cancelPlan } from './actions/propose/cancel-plan.ts'
import { createLink } from './actions/propose/issue-link.ts'
import { sendProposal } from './actions/propose/mail-proposal.ts'
import { proposePlan } from './actions/propose/propose-plan.ts'
import { updateProposal } from './actions/propose/update-proposal.ts'
import { exportPlans } from './actions/read/export-plans.ts'
import { listOwnPlans } from './actions/read/list-own-plans.ts'
import { listPlans } from './actions/read/list-plans.ts'
import { readPlan } from './actions/read/read-plan.ts'
import { serveAgreement } from './actions/read/serve-agreement.ts'

export const paymentPlansRoutes: BoundRoute[] = [
  on(paymentPlans.ofCustomer, (ctx, { query }) => listOwnPlans(ctx, query)),
  on(paymentPlans.readProposal, (ctx, { body }) => readProposal(ctx, body.token)),
  on(paymentPlans.confirm, (ctx, { body }) => confirmByLink(ctx, body)),
  on(paymentPlans.readOffer, (ctx, { params }) => readOffer(ctx, params.invoice)),
  on(paymentPlans.choose, (ctx, { params, body }) => choosePlan(ctx, params.invoice, body)),
  on(paymentPlans.openProposal, (ctx, { params }) => openOwnProposal(ctx, params.invoice)),
  onUnitOfWork(paymentPlans.export, (uow, { body }) => exportPlans(uow, body)),
  on(paymentPlans.list, (ctx, { query }) => listPlans(ctx, query)),
  on(paymentPlans.propose, (ctx, { body }) => proposePlan(ctx, body)),
  on(paymentPlans.read, (ctx, { params }) => readPlan(ctx, params.plan)),
  on(paymentPlans.update, (ctx, { params, body }) => updateProposal(ctx, params.plan, body)),
  on(paymentPlans.send, (ctx, { params }) => sendProposal(ctx, params.plan)),
  on(paymentPlans.createLink, (ctx, { params }) => createLink(ctx, params.plan)),
  on(paymentPlans.cancel, (ctx, { params, body }) => cancelPlan(ctx, params.plan, body.reason)),
  onUnitOfWork(paymentPlans.agreement, (uow, { params }) => serveAgreement(uow, params.plan)),
  on(paymentPlans.readPolicy, readPolicy),
  on(paymentPlans.updatePolicy, (ctx, { body }) => updatePolicy(ctx, body)),
]
