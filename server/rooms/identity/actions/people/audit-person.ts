import type { AuditAction } from '../../../../../domain/accounts/audit-texts.ts'
import { audit } from '../../../../platform/audit.ts'
import type { BaseCtx } from '../../../../platform/context.ts'
import { enterAccount } from '../../../../platform/context.ts'

/** Writes what a person did to their own login into the audit log of their home account, where they have one. */
export async function auditPerson(
  ctx: BaseCtx,
  accountId: string | null,
  action: AuditAction,
  object: { type: string; id: string },
  detail: Record<string, unknown> = {},
): Promise<void> {
  if (accountId !== null) await audit(await enterAccount(ctx, accountId), action, object, detail)
}
