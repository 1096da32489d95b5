import { portalOrigin } from '../../../platform/config.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readAccountRow } from '../store/accounts.ts'

/**
 * Returns the origin of the account's portal without a trailing slash, built only from the configuration and
 * the stored name.
 */
export async function portalOriginOf(ctx: Ctx): Promise<string> {
  return portalOrigin(ctx.app.config, (await readAccountRow(ctx)).subDomain)
}
