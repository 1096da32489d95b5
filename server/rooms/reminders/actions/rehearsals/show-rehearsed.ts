import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { letterheadOf, portalOriginOf, readAccountRow } from '../../../accounts/index.ts'
import { chooseReminderTexts, explainProblems } from '../../../mail-templates/index.ts'
import { readReminderCustomers } from '../../store/customers.ts'
import { findRehearsed } from '../../store/read-rehearsal.ts'
import { findRehearsal } from '../../store/rehearsals.ts'
import { composeReminder } from '../engine/compose-reminder.ts'
import { readSender, signedBy } from '../senders/read-sender.ts'

/**
 * Returns a rehearsed message as it would have been read on its day, with a pay link that opens nothing. Refuses not_found,
 * also when its template was deleted since.
 */
export async function showRehearsed(ctx: Ctx, flowId: string, messageId: string) {
  const rehearsal = await findRehearsal(ctx, flowId)
  const row = rehearsal && (await findRehearsed(ctx, rehearsal.id, messageId))
  if (row === null) throw refuse('not_found')
  const step = rehearsal!.definition.steps.find(({ id }) => id === row.step_id)!
  const { dateFormat } = await readAccountRow(ctx)
  const payUrl = `${await portalOriginOf(ctx)}/pay-invoice`
  const chosen = await chooseReminderTexts(ctx, step.templateId!, row.customer_id)
  const letterhead = signedBy(await letterheadOf(ctx), await readSender(ctx, step.sender ?? null))
  const customer = (await readReminderCustomers(ctx, [row.customer_id])).get(row.customer_id)!
  const { subject, html } = await explainProblems(() =>
    composeReminder({
      letterhead,
      ...chosen,
      ownText: null,
      customerName: row.customer.name,
      invoices: row.invoices.map((one) => ({
        number: one.number,
        invoiceDate: one.invoiceDate,
        dueDate: one.dueDate,
        totalMinor: BigInt(one.total),
        remainingMinor: BigInt(one.remaining),
        payUrl,
      })),
      currency: row.currency,
      today: row.day,
      dateFormat,
    }),
  )
  return { to: customer.address ?? '', subject, html }
}
