import { isThanks } from '../../../../../domain/reminders/thank-yous.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { portalOriginOf } from '../../../accounts/index.ts'
import { chooseMailTexts, chooseReminderTexts, explainProblems } from '../../../mail-templates/index.ts'
import { previewPayAllUrl, previewPayUrl } from '../../rules/preview-links.ts'
import { readReminderCustomers } from '../../store/customers.ts'
import { findRehearsed, type ListedRow } from '../../store/read-rehearsal.ts'
import { findRehearsal } from '../../store/rehearsals.ts'
import type { RehearsalRow } from '../../tables.ts'
import { composeReminder } from '../engine/compose-reminder.ts'
import { readLetter } from '../engine/read-letter.ts'
import { readSender, signedBy } from '../senders/read-sender.ts'
import { composeThanks } from '../thanks/compose-thanks.ts'

/**
 * Returns a rehearsed message as it would have been read on its day, with a pay link that opens nothing. Refuses not_found,
 * also when its template was deleted since.
 */
export async function showRehearsed(ctx: Ctx, flowId: string, messageId: string) {
  const rehearsal = await findRehearsal(ctx, flowId)
  const row = rehearsal && (await findRehearsed(ctx, rehearsal.id, messageId))
  if (row === null) throw refuse('not_found')
  const step = rehearsal!.definition.steps.find(({ id }) => id === row.step_id)!
  const customer = (await readReminderCustomers(ctx, [row.customer_id])).get(row.customer_id)!
  const { subject, html } = await (isThanks(step) ? showThanks(ctx, row, step) : showReminder(ctx, row, step))
  return { to: customer.address ?? '', subject, html }
}

type StoredStep = RehearsalRow['definition']['steps'][number]

async function showReminder(ctx: Ctx, row: ListedRow, step: StoredStep) {
  const portal = await portalOriginOf(ctx)
  const payUrl = previewPayUrl(portal)
  const chosen = await chooseReminderTexts(ctx, step.templateId!, row.customer_id)
  const letter = await readLetterOf(ctx, row, step)
  const invoices = row.invoices.map((one) => ({
    number: one.number,
    invoiceDate: one.invoiceDate,
    dueDate: one.dueDate,
    totalMinor: BigInt(one.total),
    remainingMinor: BigInt(one.remaining),
    payUrl,
  }))
  return explainProblems(() =>
    composeReminder({
      ...letter,
      ...chosen,
      ownText: null,
      invoices,
      payAllUrl: previewPayAllUrl(portal, invoices.length),
      currency: row.currency,
    }),
  )
}

async function showThanks(ctx: Ctx, row: ListedRow, step: StoredStep) {
  const chosen = await chooseMailTexts(ctx, 'thank-you', row.customer_id)
  const letter = await readLetterOf(ctx, row, step)
  const invoices = row.invoices.map((one) => ({
    number: one.number,
    currency: row.currency,
    totalMinor: BigInt(one.total),
    paidMinor: BigInt(one.remaining),
    paidOn: one.paidOn!,
  }))
  return explainProblems(() => composeThanks({ ...letter, ...chosen, ownText: null, invoices }))
}

/** Reads the letter of a rehearsed message as of its day, in the name of the step's sender. */
async function readLetterOf(ctx: Ctx, row: ListedRow, step: StoredStep) {
  const letter = await readLetter(ctx)
  const sender = await readSender(ctx, step.sender ?? null)
  return {
    ...letter,
    letterhead: signedBy(letter.letterhead, sender),
    today: row.day,
    customerName: row.customer.name,
  }
}
