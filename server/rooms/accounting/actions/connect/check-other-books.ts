import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { countLinks } from '../../store/connections.ts'
import type { ConnectionRow } from '../../tables.ts'

/**
 * Refuses wrong_state when the account has read other books than those of the connection `own`: their invoices would be collected
 * beside the new ones, and nobody would tell when they are paid.
 */
export async function checkOtherBooks(
  ctx: Ctx,
  connections: readonly ConnectionRow[],
  own: string | undefined,
): Promise<void> {
  for (const row of connections) {
    if (row.id === own || Object.keys(await countLinks(ctx, row.id)).length === 0) continue
    const name = ctx.app.accountingPlatforms.get(row.provider)?.name ?? row.provider
    throw refuse(
      'wrong_state',
      `This account keeps the records of ${row.name ? `${row.name} in ` : ''}${name}. Connect that again, or open another account for other books.`,
    )
  }
}
