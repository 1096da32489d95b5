import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { failpoint } from '../../../platform/control/failpoint.ts'
import { refuse } from '../../../platform/refusal.ts'
import { checkKeptHere, todayOf } from '../../accounts/index.ts'
import { bookCreditMemoVoid } from '../../ledger/index.ts'
import type { MemoReply } from '../rules.ts'
import { lockMemo, readMemoFacts, setVoid } from '../store/memos.ts'
import { readCreditMemo } from './read-credit-memo.ts'

/** Voids a credit memo of which nothing is applied. Refuses not_found and wrong_state. */
export async function voidCreditMemo(ctx: Ctx, id: string): Promise<MemoReply> {
  if (!(await lockMemo(ctx, id))) throw refuse('not_found')
  const memo = (await readMemoFacts(ctx, id))!
  if (!memo.keptAfterMove) await checkKeptHere(ctx, 'Void this credit memo')
  if (memo.state === 'void') throw refuse('wrong_state', 'This credit memo is already void.')
  await bookCreditMemoVoid(ctx, {
    memoId: id,
    customerId: memo.customerId,
    currency: memo.currency,
    number: memo.number,
    bookedOn: await todayOf(ctx),
  })
  await failpoint('memo.void_booked')
  await setVoid(ctx, id)
  await audit(
    ctx,
    'credit-memos.void',
    { type: 'credit_memo', id },
    { total_minor: memo.totalMinor.toString() },
  )
  await failpoint('memo.voided')
  return readCreditMemo(ctx, id)
}
