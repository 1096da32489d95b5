import { renderBody } from '../../../mail-templates/index.ts'
import type { FactsParts } from './compose-reminder.ts'

/** Renders the text of a task or a note into paragraphs; none for an empty text. Throws a TemplateProblem. */
export function renderNote(text: string, parts: FactsParts): readonly string[] {
  if (text === '') return []
  const { invoices, currency, customerName, language } = parts
  return renderBody('reminder', text, {
    ...parts,
    reader: { name: customerName, language },
    // A text has no variable for the page on which the customer pays.
    facts: { invoices: invoices.map((one) => ({ ...one, currency, payUrl: '' })) },
  })
}
