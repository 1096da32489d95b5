import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import { msg } from '../../../../domain/languages/msg.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { readInvoiceFacts } from '../../invoices/index.ts'
import { type ApplicationInput, applyCreditMemo } from './apply-credit-memo.ts'
import { readOwnCreditMemo, requireOwnMemo } from './read-own-credit-memo.ts'

/**
 * Uses a credit memo of the session's customer on one of their invoices, once for each request_id. Refuses
 * not_allowed, not_found, and as `applyCreditMemo`.
 */
export async function useOwnCreditMemo(
  ctx: Ctx,
  memoId: string,
  input: ApplicationInput,
): Promise<HandlerReplyOf<typeof contract.ownCreditMemos.use>> {
  const { customerId } = await requireOwnMemo(ctx, memoId)
  const [invoice] = await readInvoiceFacts(ctx, [input.invoice])
  // Another customer's invoice is unknown, and so is a draft.
  if (invoice?.customerId !== customerId || invoice.state === 'draft')
    throw refuse('not_found', msg('We couldn’t find this invoice.'))
  await applyCreditMemo(ctx, memoId, input)
  return readOwnCreditMemo(ctx, memoId)
}
