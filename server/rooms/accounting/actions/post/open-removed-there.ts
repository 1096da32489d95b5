import { displayAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { openConflict } from '../../store/conflicts.ts'
import type { Fact, PostRow } from '../../tables.ts'

/** Opens the conflict of a posted payment that somebody removed or changed at the platform, once for the payment. */
export const openRemovedThere = (
  ctx: Ctx,
  connectionId: string,
  post: PostRow,
  shown: { readonly title: string; readonly theirs: Fact },
): Promise<void> =>
  openConflict(ctx, {
    connectionId,
    cause: `removed_there:${post.kind}:${post.subject_id}`,
    kind: 'removed_there',
    subject: { type: post.kind, id: post.subject_id },
    title: shown.title,
    ours: [{ label: 'Received', value: displayAmount(BigInt(post.wanted.total), post.wanted.currency) }],
    theirs: [shown.theirs],
  })
