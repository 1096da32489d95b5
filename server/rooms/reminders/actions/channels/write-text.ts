import type { WrittenText } from '../../../../gateways/channels/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readCustomerLanguage, renderBody, TemplateProblem } from '../../../mail-templates/index.ts'
import type { ReminderCustomer } from '../../store/customers.ts'
import type { DueRow } from '../../store/find-due.ts'
import { createLinks } from '../engine/create-links.ts'
import { readLetter } from '../engine/read-letter.ts'
import { paidInvoices } from '../thanks/compose-thanks.ts'

/** Renders the text of a step for its customer, and issues the link that pays. Null when the text can't be rendered. */
export async function writeText(
  ctx: Ctx,
  customer: ReminderCustomer,
  steps: readonly DueRow[],
): Promise<WrittenText | null> {
  const invoices = steps.toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : 1))
  const [{ text, paidOn }] = invoices as [DueRow]
  const reader = { name: customer.name, language: await readCustomerLanguage(ctx, customer.id) }
  const parts = { ...(await readLetter(ctx)), reader }
  try {
    if (paidOn !== null)
      return {
        text: join(renderBody('thank-you', text, { ...parts, facts: { invoices: paidInvoices(invoices) } })),
        payUrl: null,
      }
    const { links, payAll } = await createLinks(ctx, [invoices])
    const [own, payAllUrl] = [links[0]!, payAll[0]?.url ?? null]
    const facts = { invoices: invoices.map((one, at) => ({ ...one, payUrl: own[at]!.url })), payAllUrl }
    return { text: join(renderBody('reminder', text, { ...parts, facts })), payUrl: payAllUrl ?? own[0]!.url }
  } catch (error) {
    if (error instanceof TemplateProblem) return null
    throw error
  }
}

const join = (paragraphs: readonly string[]): string => paragraphs.join('\n\n')
