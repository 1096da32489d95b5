import { expect, it } from 'vitest'
import { readPdf } from '../testing.ts'
import { drawCreditMemoPdf } from './credit-memo-pdf.ts'
import type { PdfDocument, ReceiptPdf } from './document-contents.ts'
import { drawReceiptPdf } from './receipt-pdf.ts'

const base: PdfDocument = {
  company: { name: 'Brightwater Supply Co.', addressLines: [], countryCode: 'US' },
  customer: { name: 'Harbor & Pine', companyName: 'Harbor & Pine', addressLines: [] },
  number: 'PAY-1031',
  currency: 'USD',
  dateFormat: 'MDY',
  createdMs: Date.UTC(2026, 10, 24),
}

const receipt: ReceiptPdf = {
  ...base,
  paidOn: '2026-11-24',
  methodText: 'Visa •••• 4242',
  amountMinor: 272_094n,
  surchargeMinor: 7_925n,
  surchargeLabel: 'Credit card surcharge',
  allocations: [
    {
      invoiceNumber: 'INV-2067',
      invoiceDate: '2026-11-20',
      invoiceTotalMinor: 264_169n,
      paidMinor: 264_169n,
      remainingMinor: 0n,
    },
  ],
  unappliedMinor: 0n,
}

const textOf = (file: Buffer) => readPdf(file).pages.flat().join(' ')

it('shows amount, date, method, invoices, surcharge and remaining amount on a receipt', async () => {
  expect(textOf(await drawReceiptPdf(receipt))).toBe(
    'Receipt PAY-1031 Brightwater Supply Co. Received from Harbor & Pine ' +
      'Payment date Nov 24, 2026 Payment method Visa •••• 4242 Amount paid $2,720.94 ' +
      'Invoice Invoice total Paid now Remaining INV-2067 Nov 20, 2026 2,641.69 2,641.69 0.00 ' +
      'Applied to invoices 2,641.69 Credit card surcharge 79.25 Amount paid, USD 2,720.94 ' +
      'Remaining on these invoices 0.00',
  )
})

it('shows the part kept as credit on a receipt for several invoices', async () => {
  const text = textOf(
    await drawReceiptPdf({
      ...receipt,
      amountMinor: 300_000n,
      surchargeMinor: 0n,
      allocations: [
        { invoiceNumber: 'INV-1', invoiceTotalMinor: 264_169n, paidMinor: 200_000n, remainingMinor: 64_169n },
        { invoiceNumber: 'INV-2', invoiceTotalMinor: 90_000n, paidMinor: 90_000n, remainingMinor: 0n },
      ],
      unappliedMinor: 10_000n,
    }),
  )
  expect(text).toContain('INV-1 2,641.69 2,000.00 641.69 INV-2 900.00 900.00 0.00')
  expect(text).toContain(
    'Applied to invoices 2,900.00 Kept as credit 100.00 Amount paid, USD 3,000.00 Remaining on these invoices 641.69',
  )
  expect(text).not.toContain('surcharge')
})

it.each([
  ['en', 'Charged $82.40', 'Invoice Invoice total Credit used Paid now Remaining'],
  ['de', 'Abgebucht 82,40', 'Rechnung Rechnungsbetrag Verwendetes Guthaben Jetzt bezahlt Offen'],
  ['fr', 'Débité 82,40', 'Avoir utilisé'],
  ['es', 'Cobrado', 'Saldo a favor usado'],
] as const)(
  'shows in %s the credit used beside the charge, and what they add up to',
  async (language, figure, head) => {
    const text = textOf(
      await drawReceiptPdf({
        ...receipt,
        language,
        amountMinor: 8_240n,
        surchargeMinor: 240n,
        allocations: [
          {
            invoiceNumber: 'INV-1',
            invoiceTotalMinor: 10_000n,
            paidMinor: 8_000n,
            creditMinor: 2_000n,
            remainingMinor: 0n,
          },
          {
            invoiceNumber: 'INV-2',
            invoiceTotalMinor: 5_000n,
            paidMinor: 0n,
            creditMinor: 5_000n,
            remainingMinor: 0n,
          },
        ],
      }),
    )
    expect(text).toContain(figure)
    expect(text).toContain(head)
    if (language === 'en')
      expect(text).toContain(
        'INV-1 100.00 20.00 80.00 0.00 INV-2 50.00 50.00 0.00 0.00 Applied to invoices 80.00 ' +
          'Credit card surcharge 2.40 Charged 82.40 Credit used 70.00 Paid in all, USD 152.40 Remaining on these invoices 0.00',
      )
  },
)

it('shows the whole payment as credit on a receipt without an invoice', async () => {
  const text = textOf(
    await drawReceiptPdf({ ...receipt, surchargeMinor: 0n, allocations: [], unappliedMinor: 272_094n }),
  )
  expect(text).toContain('Amount paid $2,720.94 Kept as credit 2,720.94 Amount paid, USD 2,720.94')
})

it('shows the uses and the remaining credit on a credit memo', async () => {
  const file = await drawCreditMemoPdf({
    ...base,
    number: 'CM-0012',
    issuedOn: '2026-11-22',
    lines: [
      {
        description: 'Returned: Sip lids',
        quantity: 20_000n,
        unitPriceMinor: 3725n,
        discountPpm: 0,
        taxPpm: 0,
        amountMinor: 7450n,
      },
    ],
    totals: { subtotalMinor: 7450n, discountMinor: 0n, taxes: [], totalMinor: 7450n },
    uses: [{ invoiceNumber: 'INV-2067', appliedOn: '2026-11-23', amountMinor: 5000n }],
    remainingMinor: 2450n,
  })
  expect(textOf(file)).toBe(
    'Credit memo CM-0012 Brightwater Supply Co. Credit to Harbor & Pine Date Nov 22, 2026 Credit $74.50 ' +
      'Remaining $24.50 Item Quantity Price Amount Returned: Sip lids 2 37.25 74.50 Total, USD 74.50 ' +
      'Applied to INV-2067, Nov 23, 2026 −50.00 Remaining, USD 24.50',
  )
})
