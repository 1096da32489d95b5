import type { RemoteInvoice } from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { feesElsewhere } from '../../store/fees-there.ts'
import { formerInvoices } from '../../store/former-records.ts'
import { keepFormerShares } from '../../store/former-shares.ts'
import { writeShares } from '../../store/posts.ts'
import type { ConnectionRow, LinkRow } from '../../tables.ts'

/**
 * Notes that invoices lack late fees that former books have as lines: their total is the invoice's own. The fees are owed here all the
 * same, and are looked for again after the next move. Comes before the balances of the same invoices.
 */
export async function noteLackingFees(
  ctx: Ctx,
  connection: ConnectionRow,
  invoices: readonly RemoteInvoice[],
  known: ReadonlyMap<string, LinkRow>,
): Promise<void> {
  const totals = new Map(
    invoices.flatMap(({ remoteId, state, totalMinor }) => {
      const localId = known.get(remoteId)?.local_id
      return localId && state === 'open' ? [[localId, totalMinor] as const] : []
    }),
  )
  const fees = totals.size === 0 ? [] : await feesElsewhere(ctx, connection.id, [...totals.keys()])
  if (fees.length === 0) return
  const ids = fees.map(({ wanted }) => wanted.invoice!)
  const lacking = (await formerInvoices(ctx, connection.id, [], ids)).filter(
    ({ id, totalMinor }) => totals.get(id) === totalMinor,
  )
  for (const fee of fees.filter(({ wanted }) => lacking.some(({ id }) => id === wanted.invoice))) {
    await keepFormerShares(ctx, fee)
    await writeShares(ctx, fee, false)
  }
}
