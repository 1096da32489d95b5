import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readCustomer } from '../../../customers/index.ts'
import { readInvoiceFacts } from '../../../invoices/index.ts'
import { selectFlows } from '../../store/flows.ts'
import type { PauseScope } from '../../store/pauses.ts'

const AUDIT_TYPES = { flow: 'reminder_flow', customer: 'customer', invoice: 'invoice' } as const

/** Returns the object of an audit entry about a pause. Refuses not_found. */
export async function checkSubject(ctx: Ctx, scope: PauseScope, subject: string) {
  if (scope === 'customer') await readCustomer(ctx, subject)
  else {
    const found = scope === 'flow' ? await selectFlows(ctx, subject) : await readInvoiceFacts(ctx, [subject])
    if (found.length === 0) throw refuse('not_found')
  }
  return { type: AUDIT_TYPES[scope], id: subject }
}
