import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { mirroredNumbers } from '../../../../domain/invoices/mirrored-numbers.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import { failpoint } from '../../../platform/control/failpoint.ts'
import { hashOf } from '../../../platform/ids.ts'
import { todayOf } from '../../accounts/index.ts'
import { bookCreditMemo, bookCreditMemoVoid, bookPlatformCredit, lockCredit } from '../../ledger/index.ts'
import { insertMemo, lockMemo, readMemoFacts, setVoid } from '../store/memos.ts'

/** A credit memo that is kept in an accounting platform. */
export interface MirroredMemo {
  readonly remoteId: string
  readonly number: string
  readonly customerId: string
  readonly currency: string
  readonly issuedOn: CalendarDate
  readonly reason: string
  /** More than zero. */
  readonly totalMinor: bigint
  /** Credit that is left there, after everything that the platform doesn't know yet: zero to the total. */
  readonly remainingMinor: bigint
  readonly isVoid: boolean
  /** Money that was received there, not a document that reduces what is owed. */
  readonly isReceived: boolean
}

/** Writes and books a memo that was read for the first time. Returns its id here. */
export async function mirrorNewMemo(ctx: Ctx, memo: MirroredMemo): Promise<string> {
  const id = nextId(ctx)
  const row = {
    id,
    customerId: memo.customerId,
    currency: memo.currency,
    issuedOn: memo.issuedOn,
    reason: memo.reason,
    totalMinor: memo.totalMinor,
    requestId: null,
    requestHash: hashOf(memo.remoteId),
    received: memo.isReceived,
  }
  const number = await insertNumbered(ctx, row, mirroredNumbers(memo.number, memo.remoteId))
  await bookCreditMemo(ctx, {
    ...row,
    memoId: id,
    number,
    bookedOn: memo.issuedOn,
    isReceived: memo.isReceived,
  })
  await bookUsed(ctx, { ...memo, id, number }, memo.totalMinor - memo.remainingMinor)
  return id
}

async function insertNumbered(
  ctx: Ctx,
  row: Parameters<typeof insertMemo>[1],
  numbers: readonly string[],
): Promise<string> {
  for (const number of numbers) {
    const inserted = await insertMemo(ctx, row, number)
    if (inserted !== null) return inserted
  }
  throw new Error('no number is free for a mirrored credit memo')
}

/**
 * Brings a memo to its state at the platform. Returns false and leaves it alone when its total was changed there, or when it is void
 * there and used here.
 */
export async function changeMirroredMemo(ctx: Ctx, id: string, given: MirroredMemo): Promise<boolean> {
  await lockMemo(ctx, id)
  const before = await readMemoFacts(ctx, id)
  const credit = await lockCredit(ctx, id)
  if (!before || !credit) throw new Error('a mirrored credit memo has no balance')
  if (before.state === 'void') return true
  if (!given.isVoid && given.totalMinor !== credit.issuedMinor) return false
  const left = given.isVoid ? credit.issuedMinor : given.remainingMinor
  if (left < 0n || left > credit.issuedMinor) return false
  const memo = { ...given, customerId: before.customerId, id, number: before.number }
  await bookUsed(ctx, memo, credit.remainingMinor - left)
  if (given.isVoid) {
    await bookCreditMemoVoid(ctx, { ...memo, memoId: id, bookedOn: await todayOf(ctx) })
    await setVoid(ctx, id)
  }
  await failpoint('books.memo_changed')
  return true
}

async function bookUsed(
  ctx: Ctx,
  memo: MirroredMemo & { readonly id: string },
  usedMinor: bigint,
): Promise<void> {
  if (usedMinor === 0n) return
  const { id: memoId, customerId, currency, number, isReceived } = memo
  await bookPlatformCredit(ctx, {
    memoId,
    customerId,
    currency,
    number,
    isReceived,
    bookedOn: await todayOf(ctx),
    usedMinor,
  })
}
