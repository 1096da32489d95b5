import { CLOSING_HEIGHT, drawClosing } from '../closing.ts'
import type { AgreementPdf } from '../document-contents.ts'
import { closeDocument, openDocument } from '../document-sheet.ts'
import { writingOf } from '../document-writing.ts'
import { drawItemTable } from '../item-table.ts'
import { drawParties } from '../letterhead.ts'
import { drawTotals, totalsHeight } from '../totals.ts'

/** Draws what a customer agreed to with a payment plan: the schedule, the text, and who agreed when and from where. */
export async function drawAgreementPdf(data: AgreementPdf): Promise<Buffer> {
  const writing = writingOf(data)
  const { t, date, bare, full } = writing
  const kind = t('Payment plan')
  const sheet = await openDocument(kind, data, writing)
  const totalMinor = data.installments.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  drawParties(sheet, {
    label: t('Agreed with'),
    customer: data.customer,
    facts: [
      { label: t('Confirmed', { context: 'date of an agreement' }), value: date(data.confirmedOn) },
      { label: t('By', { context: 'who agreed' }), value: data.confirmedBy },
      { label: t('Installments'), value: `${data.installments.length}` },
      { label: t('Total'), value: full(totalMinor), strong: true },
    ],
  })
  const totals = [
    { label: t('Total, {currency}', { currency: data.currency }), value: bare(totalMinor), isSum: true },
  ]
  drawItemTable(sheet, {
    mainLabel: t('Installment'),
    columns: [
      { label: t('Due', { context: 'date of an amount' }), align: 'right' },
      { label: t('Amount'), align: 'right' },
    ],
    rows: data.installments.map(({ number, dueOn, amountMinor, isDownPayment, feeMinor }) => ({
      main: t('Installment {number}', { number }),
      detail: [
        ...(isDownPayment ? [t('Down payment')] : []),
        ...(feeMinor > 0n ? [t('Includes the plan’s fee of {amount}', { amount: full(feeMinor) })] : []),
      ].join('. '),
      cells: [date(dueOn), bare(amountMinor)],
    })),
    followedBy: totalsHeight(sheet, totals) + CLOSING_HEIGHT,
  })
  drawTotals(sheet, totals)
  drawClosing(sheet, { notes: data.text, terms: null, link: null }, writing)
  drawClosing(sheet, { notes: data.evidence.join('\n'), terms: null, link: null }, writing)
  return closeDocument(sheet, kind, data)
}
