import { msg } from '../../../../../domain/languages/msg.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { withTimeout } from '../../../../platform/control/with-timeout.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { freshUntil, readAccountRow } from '../../../accounts/index.ts'
import { paymentOfRequest } from '../../../payments/index.ts'
import { asSystem } from '../as-system.ts'
import { readInvoiceLive } from '../sync/read-invoice-live.ts'

/** A payer waits for it. */
const LONGEST_MS = 5000

/** A payment that is about to be made. */
export interface AboutToPay {
  readonly invoices: readonly string[]
  readonly requestId: string
}

/**
 * Reads invoices from their platform before a payer's card is charged, so that one that was paid there is not paid twice. When the
 * platform does not answer in time, the data of the last sync counts, and an account whose data is too old takes no payment: refuses
 * wrong_state. A repeated request is not checked again. Without a connected platform nothing is asked.
 */
export async function readBeforePayment(uow: UnitOfWork, { invoices, requestId }: AboutToPay): Promise<void> {
  const account = await uow.transaction(async (ctx) => {
    const row = await readAccountRow(ctx)
    const isAsked = row.type === 'provider' && row.accounting?.status === 'connected'
    return isAsked && (await paymentOfRequest(ctx, requestId)) === null ? row : null
  })
  if (account === null) return
  if (await areRead(uow, invoices)) return
  const isFresh = await uow.transaction(async (ctx) => ctx.now <= (freshUntil(account) ?? 0))
  if (!isFresh)
    throw refuse(
      'wrong_state',
      msg('We can’t check what is owed on this invoice right now. Please try again later.'),
    )
}

async function areRead(payer: UnitOfWork, invoices: readonly string[]): Promise<boolean> {
  const uow = asSystem(payer)
  const deadline = uow.app.clock.wallNow() + LONGEST_MS
  const read = (async () => {
    for (const invoice of visibleTo(payer, invoices))
      if (!(await readInvoiceLive(uow, invoice, deadline))) return false
    return true
  })()
  // It continues after the time is up, and what it reads is applied.
  read.catch((error) => uow.app.log.warn('an invoice could not be read before its payment', { error }))
  try {
    return await withTimeout(LONGEST_MS, read)
  } catch {
    return false
  }
}

/** The holder of a pay link sees one invoice, so that nothing is read for others. */
const visibleTo = ({ actor }: UnitOfWork, invoices: readonly string[]): readonly string[] =>
  actor.kind === 'pay_link' ? invoices.filter((id) => id === actor.invoiceId) : invoices
