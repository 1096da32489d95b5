import { audit } from '../audit.ts'
import type { Ctx } from '../context.ts'
import { ID_BYTES } from '../ids.ts'
import type { AuditAction } from '../registered-names.ts'

/** Records who exports a list, of how many rows, and with which filters. `rows`: their ids, 16 bytes each, or their number. */
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
    | 'payment_plan'
    | 'payout'
    | 'team'
    | 'payment_case'
    | 'portal_login'
    | 'auto_payment'
    | 'customer_group'
    | 'import'
    | 'late_fee_rule'
    | 'access_request'
    | 'accounting_conflict'
    | 'api_key',
  rows: Buffer | number,
  request: Readonly<Record<string, unknown>>,
): Promise<void> {
  const narrowed = Object.fromEntries(
    Object.entries(request).filter(([, value]) => value !== undefined && value !== ''),
  )
  const count = typeof rows === 'number' ? rows : rows.length / ID_BYTES
  await audit(ctx, action, { type: object, id: null }, { rows: count, ...narrowed })
}
