import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { removeStoredFile } from '../../../../platform/files.ts'
import { readAccountRow, swapLogo } from '../../store/accounts.ts'
import { readAccount } from '../read-account.ts'

/** Removes the logo. Without one nothing changes. */
export async function removeLogo(ctx: Ctx) {
  const former = await swapLogo(ctx, null)
  if (former !== null) await removeStoredFile(ctx, former)
  const { company } = await readAccountRow(ctx)
  await audit(ctx, 'accounts.remove-logo', { type: 'company', id: company.id })
  return readAccount(ctx)
}
