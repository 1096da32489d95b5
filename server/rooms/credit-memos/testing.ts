import type { Ctx } from '../../platform/context.ts'
import { aCustomer } from '../customers/testing.ts'
import { issueCreditMemo, type MemoInput } from './actions/issue-credit-memo.ts'
import type { MemoReply } from './rules.ts'

/** A credit memo of 500.00, for a new customer unless one is given. */
export async function aCreditMemo(ctx: Ctx, fields: Partial<MemoInput> = {}): Promise<MemoReply> {
  const customer = fields.customer ?? (await aCustomer(ctx)).id
  return issueCreditMemo(ctx, { issued_on: '2026-11-20', total: '500.00', reason: '', ...fields, customer })
}
