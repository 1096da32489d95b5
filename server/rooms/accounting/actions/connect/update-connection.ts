import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { changeConnection, selectConnections } from '../../store/connections.ts'
import { findPlatform } from '../find-platform.ts'
import { type ShownConnection, showConnection } from './list-connections.ts'

/** Chooses the account there that takes payments; empty for the platform's default. Refuses not_found without a connection. */
export async function updateConnection(
  ctx: Ctx,
  provider: string,
  body: { readonly deposit_account?: string | undefined },
): Promise<ShownConnection> {
  const platform = findPlatform(ctx.app, provider)
  const row = (await selectConnections(ctx)).find((one) => one.provider === provider)
  if (!row) throw refuse('not_found')
  if (body.deposit_account === undefined) return showConnection(ctx, platform, row)
  const changed = await changeConnection(ctx, row.id, { deposit_account: body.deposit_account })
  await audit(ctx, 'accounting.update', { type: 'account', id: ctx.accountId }, { platform: platform.name })
  return showConnection(ctx, platform, changed)
}
