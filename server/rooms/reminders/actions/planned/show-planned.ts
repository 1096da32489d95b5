import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'
import { workingDayFrom } from '../../../../../domain/reminders/working-day.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { portalOriginOf } from '../../../accounts/index.ts'
import { findNextFees } from '../../../fee-schedule/index.ts'
import { explainProblems } from '../../../mail-templates/index.ts'
import { isOutdated } from '../../rules/changed-text.ts'
import { previewPayAllUrl, previewPayUrl } from '../../rules/preview-links.ts'
import { addressesOf } from '../../rules/recipients.ts'
import { selectChangedTexts } from '../../store/changed-texts.ts'
import { composeReminder } from '../engine/compose-reminder.ts'
import { readMessageParts } from '../engine/read-message-parts.ts'
import { composeThanks, paidInvoices } from '../thanks/compose-thanks.ts'
import { readThanksParts } from '../thanks/read-thanks-parts.ts'
import { type FoundMessage, findPlanned, obstacleOf, type PlannedMessage } from './find-planned.ts'

/** Returns a reminder that was not sent yet as it will read on its day. Refuses not_found and wrong_state. */
export async function showPlanned(ctx: Ctx, message: PlannedMessage) {
  return showMessage(ctx, await findPlanned(ctx, message))
}

/** Returns a message as it will read on its day, with a pay link that opens nothing. */
export async function showMessage(ctx: Ctx, found: FoundMessage) {
  const { customer, steps } = found
  const [text] = await selectChangedTexts(ctx, steps)
  const portal = await portalOriginOf(ctx)
  const today = dayToLeave(found)
  const compose = async () => {
    if (steps[0]!.paidOn !== null) {
      const thanks = await readThanksParts(ctx, customer, steps, text ?? null)
      return {
        ...composeThanks({ ...thanks, today, invoices: paidInvoices(thanks.steps) }),
        letterhead: thanks.letterhead,
      }
    }
    const [parts] = await readMessageParts(ctx, [{ customer, steps, ownText: text ?? null }])
    const next = await findNextFees(
      ctx,
      steps.map(({ invoiceId }) => invoiceId),
    )
    const payUrl = previewPayUrl(portal)
    const invoices = steps.map((step) => ({ ...step, payUrl, nextFee: next.get(step.invoiceId) ?? null }))
    const payAllUrl = previewPayAllUrl(portal, invoices.length)
    return { ...composeReminder({ ...parts!, today, invoices, payAllUrl }), letterhead: parts!.letterhead }
  }
  const { subject, paragraphs, html, letterhead } = await explainProblems(compose)
  return {
    from: { name: letterhead.fromName, reply_to: letterhead.replyTo ?? '' },
    to: addressesOf(customer, steps[0]!.copies),
    subject,
    body: text?.body ?? paragraphs.join('\n\n'),
    html,
    has_own_text: text !== undefined,
    is_outdated: text !== undefined && isOutdated(text, steps),
    obstacle: obstacleOf(found),
    untrue: text === undefined ? found.untrue : null,
  }
}

/** The first working day from its planned day on; its text counts days from there. */
function dayToLeave({ account, steps }: FoundMessage): CalendarDate {
  const [planned] = steps.map(({ scheduledOn }) => scheduledOn).sort()
  const [, from] = [planned!, account.today].sort()
  return workingDayFrom(from!, account.daysOff)
}
