import type { InvoicePdf } from './drawing/pdf-data.ts'

/** An invoice of so many lines, each with a detail of so many characters. */
export const anInvoiceDocument = (lineCount: number, detailLength = 20): InvoicePdf => ({
  company: { name: 'Brightwater Supply Co.', addressLines: ['418 Canal Street'], countryCode: 'US' },
  customer: { name: 'Maya Okafor', companyName: 'Harbor & Pine', addressLines: ['27 Pier Road'] },
  number: 'INV-2067',
  currency: 'USD',
  dateFormat: 'MDY',
  createdMs: Date.UTC(2026, 10, 20, 9, 30),
  invoiceDate: '2026-11-20',
  dueDate: '2026-12-20',
  lines: Array.from({ length: lineCount }, (_, place) => ({
    description: `Hot cups no. ${place}`,
    detail: 'lorem ipsum '.repeat(1 + detailLength / 12).slice(0, detailLength),
    quantity: 240_000n,
    unitPriceMinor: 5900n,
    discountPpm: 0,
    taxPpm: 0,
    amountMinor: 141_600n,
  })),
  totals: { subtotalMinor: 141_600n, discountMinor: 0n, taxes: [], totalMinor: 141_600n },
  paidMinor: 0n,
  creditedMinor: 0n,
  dueMinor: 141_600n,
})
