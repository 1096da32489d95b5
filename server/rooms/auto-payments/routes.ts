import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { exportEnrolled } from './actions/export-enrolled.ts'
import { listEnrolled } from './actions/list-enrolled.ts'
import { readAutoPaymentsOf, readOwnAutoPayments } from './actions/read-auto-payments.ts'
import { readPlanOfInvoice } from './actions/read-plan.ts'
import { turnOffForCustomer } from './actions/turn-off-for-customer.ts'
import { turnOff, turnOn } from './actions/turn-on.ts'

const { autoPayments } = contract

export const autoPaymentsRoutes: BoundRoute[] = [
  on(autoPayments.read, (ctx) => readOwnAutoPayments(ctx)),
  on(autoPayments.turnOn, (ctx, { params, body }) => turnOn(ctx, params.method, body.text_version)),
  on(autoPayments.turnOff, (ctx, { params }) => turnOff(ctx, params.method)),
  on(autoPayments.list, (ctx, input) => listEnrolled(ctx, input)),
  onUnitOfWork(autoPayments.export, (uow, { body }) => exportEnrolled(uow, body)),
  on(autoPayments.readForCustomer, (ctx, { params }) => readAutoPaymentsOf(ctx, params.customer)),
  on(autoPayments.turnOffForCustomer, (ctx, { params }) => turnOffForCustomer(ctx, params.customer)),
  on(autoPayments.readPlannedCharge, (ctx, { params }) => readPlanOfInvoice(ctx, params.invoice)),
]
