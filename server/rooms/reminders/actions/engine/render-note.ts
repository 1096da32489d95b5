import { renderBody } from '../../../mail-templates/index.ts'
import type { DueRow } from '../../store/find-due.ts'
import { paidInvoices } from '../thanks/compose-thanks.ts'
import type { FactsParts } from './compose-reminder.ts'

/** Renders the text of a task or a note about due steps into paragraphs; none for an empty text. Throws a TemplateProblem. */
export function renderNote(text: string, parts: FactsParts, steps: readonly DueRow[]): readonly string[] {
  if (text === '') return []
  const reader = { name: parts.customerName, language: parts.language }
  if (steps[0]!.paidOn !== null)
    return renderBody('thank-you', text, { ...parts, reader, facts: { invoices: paidInvoices(steps) } })
  return renderBody('reminder', text, {
    ...parts,
    reader,
    // Staff get no link that pays.
    facts: { invoices: steps.map((one) => ({ ...one, payUrl: '' })), payAllUrl: null },
  })
}
