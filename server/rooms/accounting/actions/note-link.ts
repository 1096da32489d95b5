import type { Ctx } from '../../../platform/context.ts'
import { setAccountingLink } from '../../accounts/index.ts'
import type { ConnectionRow } from '../tables.ts'
import { findPlatform } from './find-platform.ts'

/** Writes the connection to the account, which shows it and decides by it whether data is fresh. */
export async function noteLink(ctx: Ctx, row: ConnectionRow): Promise<void> {
  const platform = findPlatform(ctx.app, row.provider)
  await setAccountingLink(ctx, {
    provider: platform.id,
    name: platform.name,
    company: row.name,
    status: row.status,
    features: platform.features,
    since: row.connected_at.toISOString(),
    freshAt: row.fresh_at?.toISOString() ?? null,
  })
}
