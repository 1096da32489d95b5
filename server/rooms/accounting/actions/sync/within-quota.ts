import type { Ctx } from '../../../../platform/context.ts'
import { type MirroredInvoice, roomForInvoices } from '../../../invoices/index.ts'
import { OVER_QUOTA } from '../../rules/choices.ts'
import { openConflict } from '../../store/conflicts.ts'
import type { ConnectionRow } from '../../tables.ts'

const SHOWN = 5

/** Divides new invoices into those that the plan has room for, and the others, which a conflict reports. */
export async function withinQuota(
  ctx: Ctx,
  { connection, platform }: { readonly connection: ConnectionRow; readonly platform: string },
  fresh: readonly MirroredInvoice[],
): Promise<{ readonly kept: readonly MirroredInvoice[]; readonly left: readonly MirroredInvoice[] }> {
  if (fresh.length === 0) return { kept: fresh, left: [] }
  const room = await roomForInvoices(ctx)
  if (fresh.length <= room) return { kept: fresh, left: [] }
  const left = fresh.slice(room)
  const numbers = left.slice(0, SHOWN).map(({ number, remoteId }) => number || `#${remoteId}`)
  await openConflict(ctx, {
    connectionId: connection.id,
    cause: OVER_QUOTA,
    kind: 'over_quota',
    subject: { type: 'invoice', id: null },
    title: `Not all invoices of ${platform} were read, because your plan allows no more`,
    ours: [{ label: 'Plan', value: 'See Plan and billing' }],
    theirs: [
      { label: 'Not read', value: `${numbers.join(', ')}${left.length > SHOWN ? ' and others' : ''}` },
    ],
  })
  return { kept: fresh.slice(0, room), left }
}
