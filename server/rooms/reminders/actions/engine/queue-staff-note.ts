import { formatDate } from '../../../../../domain/dates/calendar.ts'
import { displayAmount } from '../../../../../domain/money/money.ts'
import { roleCan } from '../../../../../domain/people/roles.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { type RenderedMail, renderMail } from '../../../../platform/mail/layout.ts'
import { queueMail } from '../../../../platform/mail/outbox.ts'
import { selectMembers } from '../../../accounts/index.ts'
import type { ReminderCustomer } from '../../store/customers.ts'
import type { DueRow } from '../../store/find-due.ts'
import type { FactsParts } from './compose-reminder.ts'
import { readStepFacts } from './read-step-facts.ts'
import { renderNote } from './render-note.ts'

const PRODUCT = 'Quittance'

/**
 * Queues the note of a step to its members, or to owners and admins when it names none who are still in the account. Returns
 * the id of the first email. Throws a TemplateProblem.
 */
export async function queueStaffNote(
  ctx: Ctx,
  customer: ReminderCustomer,
  steps: readonly DueRow[],
): Promise<{ readonly messageId: string; readonly to: string }> {
  const { invoices, parts } = await readStepFacts(ctx, customer, steps)
  const mail = composeNote(ctx, customer, invoices, parts)
  const recipients = await findRecipients(ctx, invoices[0]!.members)
  const ids: string[] = []
  for (const to of recipients)
    ids.push(
      await queueMail(ctx, {
        kind: 'reminders.staff-note',
        to,
        fromName: PRODUCT,
        ...mail,
        related: { type: 'invoice', id: invoices[0]!.invoiceId },
      }),
    )
  return { messageId: ids[0]!, to: recipients.join(', ') }
}

/** Every account has an owner, so that there is always somebody. */
async function findRecipients(ctx: Ctx, chosen: readonly string[]): Promise<string[]> {
  const members = await selectMembers(ctx)
  const named = members.filter(({ userId }) => chosen.includes(userId))
  const found = named.length > 0 ? named : members.filter(({ role }) => roleCan(role, 'users.manage'))
  return found.map(({ email }) => email)
}

function composeNote(
  ctx: Ctx,
  customer: ReminderCustomer,
  invoices: readonly DueRow[],
  parts: FactsParts,
): RenderedMail {
  const { appOrigin } = ctx.app.config
  const [first] = invoices
  return renderMail({
    company: { name: PRODUCT },
    subject: `${first!.stepName}: ${customer.name}`,
    preheader: `${invoices.length === 1 ? first!.number : `${invoices.length} invoices`} of ${customer.name}`,
    heading: first!.stepName,
    paragraphs: renderNote(first!.text, parts, invoices),
    facts: [
      { label: 'Customer', value: customer.name },
      ...invoices.map((one) => ({
        label:
          one.paidOn === null
            ? `Invoice ${one.number}, due ${formatDate(one.dueDate, parts.dateFormat)}`
            : `Invoice ${one.number}, paid ${formatDate(one.paidOn, parts.dateFormat)}`,
        value: displayAmount(one.remainingMinor, one.currency),
      })),
    ],
    button: { label: 'Open the customer', url: `${appOrigin}/customers/${customer.id}` },
    allowedOrigins: [appOrigin],
  })
}
