import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { changeConnection, selectConnections } from '../../store/connections.ts'
import { findPlatform } from '../find-platform.ts'
import { type ShownConnection, showConnection } from './list-connections.ts'

interface Choices {
  readonly deposit_account?: string | undefined
  readonly fee_item?: string | undefined
  readonly fee_tax_code?: string | undefined
  readonly surcharge_item?: string | undefined
}

/**
 * Chooses the account there that takes payments, and the items and tax code of late fees and surcharges; empty for the platform's
 * default. Surcharges are posted from the moment their item is picked. Refuses not_found without a connection.
 */
export async function updateConnection(ctx: Ctx, provider: string, body: Choices): Promise<ShownConnection> {
  const platform = findPlatform(ctx.app, provider)
  const row = (await selectConnections(ctx)).find((one) => one.provider === provider)
  if (!row) throw refuse('not_found')
  const { surcharge_item: item } = body
  const changes = {
    ...(body.deposit_account !== undefined && { deposit_account: body.deposit_account }),
    ...(body.fee_item !== undefined && { fee_item: body.fee_item }),
    ...(body.fee_tax_code !== undefined && { fee_tax_code: body.fee_tax_code }),
    ...(item !== undefined && {
      surcharge_item: item,
      surcharges_since: item === '' ? null : (row.surcharges_since ?? asDate(ctx.now)),
    }),
  }
  if (Object.keys(changes).length === 0) return showConnection(ctx, platform, row)
  const changed = await changeConnection(ctx, row.id, changes)
  await audit(ctx, 'accounting.update', { type: 'account', id: ctx.accountId }, { platform: platform.name })
  return showConnection(ctx, platform, changed)
}
