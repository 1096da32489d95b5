import { audit } from '../../../../platform/audit.ts'
import type { BaseCtx } from '../../../../platform/context.ts'
import { enterAccount } from '../../../../platform/context.ts'
import type { AuditAction } from '../../../../platform/registered-names.ts'

/**
 * Records an action of a person on their own login in the audit log of their home account, if they have one.
 */
export async function auditPerson(
  ctx: BaseCtx,
  accountId: string | null,
  action: AuditAction,
  object: { type: string; id: string },
  detail: Record<string, unknown> = {},
): Promise<void> {
  if (accountId !== null) await audit(await enterAccount(ctx, accountId), action, object, detail)
}
