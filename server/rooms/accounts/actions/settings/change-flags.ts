import type { Flag, FlagSettings } from '../../../../../domain/accounts/flags.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { changeSettings, readAccountRow } from '../../store/accounts.ts'

/**
 * Sets flags for this account, or with null resets them to the installation's values. For the operator of
 * the installation.
 */
export async function changeFlags(
  ctx: Ctx,
  changes: Readonly<Partial<Record<Flag, boolean | null>>>,
): Promise<void> {
  const merged = Object.entries({ ...(await readAccountRow(ctx)).flags, ...changes })
  const own: FlagSettings = Object.fromEntries(merged.filter(([, on]) => on !== null))
  await changeSettings(ctx, { flags: JSON.stringify(own) })
  await audit(ctx, 'accounts.change-flags', { type: 'account', id: ctx.accountId }, { own })
}
