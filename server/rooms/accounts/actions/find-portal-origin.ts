import { portalOrigin } from '../../../platform/config.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readAccountRow } from '../store/accounts.ts'

/** Origin of the account's portal, without a final slash: built from the configuration and the stored name only. */
export async function portalOriginOf(ctx: Ctx): Promise<string> {
  return portalOrigin(ctx.app.config, (await readAccountRow(ctx)).subDomain)
}
