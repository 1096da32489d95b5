import { displayAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { openConflict } from '../../store/conflicts.ts'
import { activeDebtors } from '../../store/retired-customers.ts'
import type { Applied } from '../../tables.ts'

/** A customer here that is no longer one at the platform. */
export interface Retired {
  readonly remoteId: string
  readonly localId: string
  readonly status: 'deleted' | 'inactive'
}

/**
 * Reports customers who owe something and were taken out of the books there, before they become inactive here: from then on nobody
 * reminds or charges them.
 */
export async function noteRetired(
  ctx: Ctx,
  { connection, platform }: Applied,
  retired: readonly Retired[],
): Promise<void> {
  const rows = await activeDebtors(
    ctx,
    retired.map(({ localId }) => localId),
  )
  const debts = Map.groupBy(rows, ({ id }) => id)
  for (const { remoteId, localId, status } of retired) {
    const own = debts.get(localId)
    if (!own) continue
    const owed = own.map(({ owedMinor, currency }) => displayAmount(owedMinor, currency)).join(', ')
    await openConflict(ctx, {
      connectionId: connection.id,
      cause: `customer_gone:customer:${remoteId}`,
      kind: 'customer_gone',
      subject: { type: 'customer', id: localId },
      title: `${own[0]!.name} was taken out of ${platform} and still owes ${owed}`,
      ours: [
        { label: 'Owes', value: owed },
        { label: 'Reminders and automatic payments', value: 'stopped' },
      ],
      theirs: [{ label: 'Status', value: status }],
    })
  }
}
