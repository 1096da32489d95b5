import { contract } from '../../../contract/index.ts'
import { formatAmount } from '../../../domain/money/money.ts'
import { type SandboxDashboard, sandboxDashboard } from '../../gateways/payments/sandbox/index.ts'
import { audit } from '../../platform/audit.ts'
import { inAccount, type TenantlessUnitOfWork, type UnitOfWork } from '../../platform/context.ts'
import { type BoundRoute, onUnitOfWork } from '../../platform/http/handlers.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { companyOf } from '../../rooms/accounts/index.ts'
import { deliverDueEvents } from '../../rooms/payments/index.ts'

const { sandbox } = contract

/** The Sandbox's own pages, which stand for a processor's website. */
export const sandboxRoutes: BoundRoute[] = [
  onUnitOfWork(sandbox.readOrder, (uow, { params }) => showOrder(uow, params, 'readOrder')),
  onUnitOfWork(sandbox.approveOrder, (uow, { params }) => showOrder(uow, params, 'approveOrder')),
  onUnitOfWork(sandbox.cancelOrder, (uow, { params }) => showOrder(uow, params, 'cancelOrder')),
  onUnitOfWork(sandbox.readCharge, async (uow, { params }) => ({
    possible: [...(await sandboxDashboard(uow.app, uow.accountId).possible(params.charge))],
    clock: uow.app.config.demo,
  })),
  onUnitOfWork(sandbox.simulateEvent, (uow, { params, body }) =>
    simulateEvent(uow, params.charge, body.event),
  ),
]

/** Throws not_found for an unknown order. */
async function showOrder(
  { app, ip }: TenantlessUnitOfWork,
  params: { account: string; order: string },
  deed: 'readOrder' | 'approveOrder' | 'cancelOrder',
) {
  const accountId = params.account.toLowerCase()
  const order = await sandboxDashboard(app, accountId)[deed](params.order)
  if (!order) throw refuse('not_found')
  const caller = { requestId: newId(app.clock.wallNow()), ip }
  const company = await inAccount(app, caller, { kind: 'anonymous' }, accountId, companyOf)
  return {
    merchant: company.name,
    description: order.description,
    amount: formatAmount(order.amountMinor, order.currency),
    currency: order.currency,
    status: order.status,
  }
}

/** Throws not_found for an unknown charge and wrong_state for an event that it doesn't allow now. */
async function simulateEvent(
  uow: UnitOfWork,
  charge: string,
  event: Parameters<SandboxDashboard['simulateEvent']>[1],
) {
  const outcome = await sandboxDashboard(uow.app, uow.accountId).simulateEvent(charge, event)
  if (!outcome.ok) throw refuse(outcome.error.kind === 'not_found' ? 'not_found' : 'wrong_state')
  await uow.transaction((ctx) =>
    audit(ctx, 'sandbox.let-happen', { type: 'sandbox_charge', id: null }, { charge, event }),
  )
  await deliverDueEvents(uow)
  return { possible: [...outcome.value], clock: uow.app.config.demo }
}
