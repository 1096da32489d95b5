import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { type CaseToOpen, insertCase } from '../../store/cases.ts'

/**
 * Opens a case for a person: in the list of cases, on the payment, and by email to the owners. Does nothing
 * when the case is open already, or was closed by a person and is unchanged.
 */
export async function openCase(ctx: Ctx, found: CaseToOpen): Promise<void> {
  const id = await insertCase(ctx, found)
  if (id === null) return
  const { provider, kind, subject, booked, observed } = found
  ctx.app.log.error('payment case opened', { caseId: id, provider, kind, subject })
  await audit(
    ctx,
    'payments.open_case',
    { type: 'payment_case', id },
    {
      kind,
      subject,
      bookedMinor: booked?.minor.toString() ?? null,
      observedMinor: observed?.minor.toString() ?? null,
    },
  )
}
