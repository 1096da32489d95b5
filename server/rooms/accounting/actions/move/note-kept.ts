import type { Ctx } from '../../../../platform/context.ts'
import { setMemosKeptAfterMove } from '../../../credit-memos/index.ts'
import { setKeptAfterMove } from '../../../invoices/index.ts'
import type { MovedKind } from '../../store/former-records.ts'

/** Notes whether records are voided and written off here, because no connected books have them. */
export const noteKept = (
  ctx: Ctx,
  kind: MovedKind,
  ids: readonly string[],
  isKept: boolean,
): Promise<void> =>
  kind === 'invoice' ? setKeptAfterMove(ctx, ids, isKept) : setMemosKeptAfterMove(ctx, ids, isKept)
