import { formatDate } from '../../../../../domain/dates/calendar.ts'
import { amountsOf } from '../amounts.ts'
import { CLOSING_HEIGHT, drawClosing } from '../closing.ts'
import type { AgreementPdf } from '../document-contents.ts'
import { closeDocument, openDocument } from '../document-sheet.ts'
import { drawItemTable } from '../item-table.ts'
import { drawParties } from '../letterhead.ts'
import { drawTotals, totalsHeight } from '../totals.ts'

const KIND = 'Payment plan'

/** Draws what a customer agreed to with a payment plan: the schedule, the text, and who agreed when and from where. */
export async function drawAgreementPdf(data: AgreementPdf): Promise<Buffer> {
  const amounts = amountsOf(data.currency)
  const sheet = await openDocument(KIND, data)
  const totalMinor = data.installments.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  drawParties(sheet, {
    label: 'Agreed with',
    customer: data.customer,
    facts: [
      { label: 'Confirmed', value: formatDate(data.confirmedOn, data.dateFormat) },
      { label: 'By', value: data.confirmedBy },
      { label: 'Installments', value: `${data.installments.length}` },
      { label: 'Total', value: amounts.full(totalMinor), strong: true },
    ],
  })
  const totals = [{ label: `Total, ${data.currency}`, value: amounts.bare(totalMinor), isSum: true }]
  drawItemTable(sheet, {
    mainLabel: 'Installment',
    columns: [
      { label: 'Due', align: 'right' },
      { label: 'Amount', align: 'right' },
    ],
    rows: data.installments.map(({ number, dueOn, amountMinor, isDownPayment }) => ({
      main: `Installment ${number}`,
      detail: isDownPayment ? 'Down payment' : '',
      cells: [formatDate(dueOn, data.dateFormat), amounts.bare(amountMinor)],
    })),
    followedBy: totalsHeight(sheet, totals) + CLOSING_HEIGHT,
  })
  drawTotals(sheet, totals)
  drawClosing(sheet, { notes: data.text, terms: null, link: null })
  drawClosing(sheet, { notes: data.evidence.join('\n'), terms: null, link: null })
  return closeDocument(sheet, KIND, data)
}
