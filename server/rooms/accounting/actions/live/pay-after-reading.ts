import { msg } from '../../../../../domain/languages/msg.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { withTimeout } from '../../../../platform/control/with-timeout.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { type Account, FRESH_FOR_MS, freshUntil, readAccountRow } from '../../../accounts/index.ts'
import { paymentOfRequest } from '../../../payments/index.ts'
import { selectConnections } from '../../store/connections.ts'
import { asSystem } from '../as-system.ts'
import { readInvoiceLive } from '../sync/read-invoice-live.ts'

/** A payer waits for it. */
const LONGEST_MS = 5000

/** A payment that is about to be made. */
export interface AboutToPay {
  readonly invoices: readonly string[]
  readonly requestId: string
}

/** Says that the payment has to wait for its platform. */
class AskFirst extends Error {
  readonly account: Account

  constructor(account: Account) {
    super('the platform is asked first')
    this.account = account
  }
}

/**
 * Makes a payer's payment after its invoices were read from their platform, so that one that was paid there is not paid twice. When
 * the platform does not answer in time, the data of the last sync counts, and an account whose data is too old takes no payment:
 * refuses wrong_state. A repeated request is not checked again. Whether there is a platform is asked in the payment's own first
 * transaction, which starts again when there is one; a payment without a platform costs nothing more.
 */
export async function payAfterReading<T>(
  uow: UnitOfWork,
  about: AboutToPay,
  pay: (uow: UnitOfWork) => Promise<T>,
): Promise<T> {
  try {
    return await pay(askingFirst(uow, about))
  } catch (error) {
    if (!(error instanceof AskFirst)) throw error
    await readBeforePayment(uow, error.account, about.invoices)
    return pay(uow)
  }
}

/** The first transaction of a payment only reads; it fails with AskFirst, whatever it found, when a platform knows better. */
function askingFirst(uow: UnitOfWork, { requestId }: AboutToPay): UnitOfWork {
  let isFirst = true
  const transaction: UnitOfWork['transaction'] = (work) => {
    if (!isFirst) return uow.transaction(work)
    isFirst = false
    return uow.transaction(async (ctx) => {
      const account = await readAccountRow(ctx)
      if (account.type !== 'provider' || (await paymentOfRequest(ctx, requestId)) !== null) return work(ctx)
      if (account.accounting?.status === 'connected') throw new AskFirst(account)
      await refuseLostAccess(ctx)
      return work(ctx)
    })
  }
  return { ...uow, transaction }
}

/**
 * Reads invoices from their platform. When it doesn't answer in time, the data of the last sync counts; refuses wrong_state when that
 * is too old.
 */
export async function readBeforePayment(
  uow: UnitOfWork,
  account: Account,
  invoices: readonly string[],
): Promise<void> {
  if (await areRead(uow, invoices)) return
  const isFresh = await uow.transaction(async (ctx) => ctx.now <= (freshUntil(account) ?? 0))
  if (!isFresh) throw uncheckable()
}

/** Nothing can be asked without a connection. One that staff ended was their decision; one that the platform ended is to be renewed. */
export async function refuseLostAccess(ctx: Ctx): Promise<void> {
  const [latest] = await selectConnections(ctx)
  if (latest?.ended_by !== 'platform') return
  if (latest.fresh_at === null || ctx.now > latest.fresh_at.getTime() + FRESH_FOR_MS) throw uncheckable()
}

const uncheckable = () =>
  refuse('wrong_state', msg('We can’t check what is owed on this invoice right now. Please try again later.'))

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
