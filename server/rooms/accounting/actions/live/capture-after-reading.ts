import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { type Uncaptured, uncapturedInvoices } from '../../../payments/index.ts'
import { hasConflict } from '../../store/conflicts.ts'
import { readBeforePayment, refuseLostAccess } from './pay-after-reading.ts'

/**
 * Captures what a payer approved or a card authorized, after its invoices were read from their platform: they may have been paid there
 * since. Refuses invoice_not_payable to a payer and wrong_state to staff then, and wrong_state while nobody knows what is owed. What was
 * captured before is not checked again.
 */
export async function captureAfterReading<T>(
  uow: UnitOfWork,
  payment: Uncaptured,
  capture: () => Promise<T>,
): Promise<T> {
  const { account, invoices } = await uow.transaction(async (ctx) => {
    const found = await uncapturedInvoices(ctx, payment)
    const row = await readAccountRow(ctx)
    const isConnected = row.accounting?.status === 'connected'
    if (row.type === 'provider' && found.length > 0 && !isConnected) await refuseLostAccess(ctx)
    return { account: row, invoices: found }
  })
  if (account.type !== 'provider' || account.accounting?.status !== 'connected' || invoices.length === 0)
    return capture()
  await readBeforePayment(uow, account, invoices)
  if (await uow.transaction((ctx) => hasConflict(ctx, ['paid_twice', 'void_but_paid'], invoices)))
    throw uow.actor.kind === 'staff'
      ? refuse(
          'wrong_state',
          `Its invoice was paid or voided in ${account.accounting.name} meanwhile. Void this payment, or decide the conflict first.`,
        )
      : refuse('invoice_not_payable')
  return capture()
}
