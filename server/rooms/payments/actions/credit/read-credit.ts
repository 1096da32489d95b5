import { sumMinor } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { lockOpenMemos, type OpenMemo, readOpenMemos } from '../../../credit-memos/index.ts'
import { plannedMinorOf } from '../../store/credit-uses.ts'
import { lockUnapplied, readUnapplied, type UnappliedPayment } from '../../store/unapplied.ts'

export interface CreditOwner {
  readonly customerId: string
  readonly currency: string
}

/** A credit memo, or a payment of which a part is unapplied. */
export type CreditSource =
  | { readonly memo: OpenMemo; readonly payment: null; readonly freeMinor: bigint }
  | { readonly memo: null; readonly payment: UnappliedPayment; readonly freeMinor: bigint }

/** Orders credit as it is used: memos first, then payments, the oldest first. */
export const sourcesOf = (
  memos: readonly OpenMemo[],
  payments: readonly UnappliedPayment[],
): CreditSource[] => [
  ...memos.map((memo) => ({ memo, payment: null, freeMinor: memo.remainingMinor })),
  ...payments.map((payment) => ({ memo: null, payment, freeMinor: payment.freeMinor })),
]

/**
 * Returns the credit that a customer can use: open credit memos and unapplied payments, less what their payments under
 * way will use. Attempts in `exceptPaymentIds` are about to be canceled.
 */
export async function readCredit(
  ctx: Ctx,
  owner: CreditOwner,
  exceptPaymentIds: readonly string[] = [],
): Promise<bigint> {
  const [memos, payments] = await Promise.all([readOpenMemos(ctx, owner), readUnapplied(ctx, owner)])
  return usableMinor(ctx, owner, sourcesOf(memos, payments), exceptPaymentIds)
}

async function usableMinor(
  ctx: Ctx,
  owner: CreditOwner,
  sources: readonly CreditSource[],
  exceptPaymentIds: readonly string[] = [],
): Promise<bigint> {
  const sum = sumMinor(sources.map((source) => source.freeMinor))
  if (sum === 0n) return 0n
  const free = sum - (await plannedMinorOf(ctx, owner, exceptPaymentIds))
  return free > 0n ? free : 0n
}

export interface LockedCredit {
  readonly sources: readonly CreditSource[]
  readonly usableMinor: bigint
}

/**
 * Locks all credit of a customer around the locks of receivables: memos before them, payments after them. Returns what
 * `lockReceivables` returns together with the credit.
 */
export async function lockCreditAround<T>(
  ctx: Ctx,
  owner: CreditOwner,
  lockReceivables: () => Promise<T>,
  exceptPaymentIds: readonly string[] = [],
): Promise<{ locked: T; credit: LockedCredit }> {
  const memos = await lockOpenMemos(ctx, owner)
  const locked = await lockReceivables()
  const sources = sourcesOf(memos, await lockUnapplied(ctx, owner))
  return {
    locked,
    credit: { sources, usableMinor: await usableMinor(ctx, owner, sources, exceptPaymentIds) },
  }
}
