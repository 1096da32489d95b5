import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { type CaseToOpen, insertCase } from '../../store/cases.ts'

/** Lets a person know that something about a processor needs a look: in the list of cases, on the payment, by mail to the owners. */
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
