import { audit } from '../audit.ts'
import type { Ctx } from '../context.ts'
import { ID_BYTES } from '../ids.ts'
import type { AuditAction } from '../registered-names.ts'

/** Records who exports a list, of how many rows, and with which filters. `ids`: 16 bytes each. */
export async function auditExport(
  ctx: Ctx,
  action: AuditAction,
  object:
    | 'invoice'
    | 'customer'
    | 'payment'
    | 'credit_memo'
    | 'task'
    | 'reminder'
    | 'late_fee'
    | 'statement'
    | 'payment_plan',
  ids: Buffer,
  request: Readonly<Record<string, unknown>>,
): Promise<void> {
  const narrowed = Object.fromEntries(
    Object.entries(request).filter(([, value]) => value !== undefined && value !== ''),
  )
  await audit(ctx, action, { type: object, id: null }, { rows: ids.length / ID_BYTES, ...narrowed })
}
