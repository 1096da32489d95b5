import { createServer } from 'node:http'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readPdf } from '../testing.ts'
import type { InvoicePdf, PdfLine } from './document-contents.ts'
import { drawInvoicePdf } from './invoice-pdf.ts'

const line = (description: string, more: Partial<PdfLine> = {}): PdfLine => ({
  description,
  quantity: 240_000n,
  unitPriceMinor: 5900n,
  discountPpm: 50_000,
  taxName: 'Sales tax',
  taxPpm: 55_000,
  amountMinor: 134_520n,
  ...more,
})

const invoice: InvoicePdf = {
  company: {
    name: 'Brightwater Supply Co.',
    addressLines: ['418 Canal Street', 'Milwaukee, WI 53203'],
    email: 'billing@brightwater.example',
    countryCode: 'US',
  },
  customer: {
    name: 'Maya Okafor',
    companyName: 'Harbor & Pine',
    addressLines: ['27 Pier Road', 'Racine, WI 53402'],
  },
  number: 'INV-2067',
  currency: 'USD',
  dateFormat: 'MDY',
  createdMs: Date.UTC(2026, 10, 20, 9, 30),
  invoiceDate: '2026-11-20',
  dueDate: '2026-12-20',
  termsLabel: 'Net 30',
  lines: [
    line('Hot cups, 12 oz', { detail: 'Case of 1,000' }),
    line('Delivery', { quantity: 15_000n, discountPpm: 0 }),
  ],
  totals: {
    subtotalMinor: 262_182n,
    discountMinor: 11_550n,
    taxes: [{ name: 'Sales tax', ratePpm: 55_000, taxMinor: 13_537n }],
    totalMinor: 264_169n,
  },
  paidMinor: 0n,
  creditedMinor: 0n,
  dueMinor: 264_169n,
  notes: 'Thank you for the order.',
  payUrl: 'https://pay.quittance.example/pay-invoice?token=abc',
}

const linesOf = async (data: InvoicePdf) => readPdf(await drawInvoicePdf(data)).pages.flat()

describe('an invoice’s PDF', () => {
  it('shows the parties, dates, lines and totals', async () => {
    expect(await linesOf(invoice)).toEqual([
      ...['Invoice', 'INV-2067', 'Brightwater Supply Co.', '418 Canal Street', 'Milwaukee, WI 53203'],
      'billing@brightwater.example',
      ...['Bill to', 'Harbor & Pine', 'Maya Okafor', '27 Pier Road', 'Racine, WI 53402'],
      ...[
        'Invoice date',
        'Nov 20, 2026',
        'Terms',
        'Net 30',
        'Due date',
        'Dec 20, 2026',
        'Amount due',
        '$2,641.69',
      ],
      ...['Item', 'Quantity', 'Price', 'Discount', 'Amount'],
      ...['Hot cups, 12 oz', 'Case of 1,000', '24', '59.00', '5%', '1,345.20'],
      ...['Delivery', '1.5', '59.00', '1,345.20'],
      ...[
        'Subtotal after discounts of 115.50',
        '2,506.32',
        'Sales tax 5.5%',
        '135.37',
        'Total, USD',
        '2,641.69',
      ],
      ...['Pay this invoice online', 'Thank you for the order.'],
    ])
  })

  it('is tagged and titled, in the paper size of the company’s country', async () => {
    const { objects, pageSizes } = readPdf(await drawInvoicePdf(invoice))
    expect(pageSizes).toEqual(['612 792'])
    for (const part of [
      '/Marked true',
      '/Lang (en)',
      '/DisplayDocTitle true',
      '(Invoice INV-2067)',
      '(Brightwater Supply Co.)',
    ])
      expect(objects).toContain(part)
    for (const tag of ['Document', 'H1', 'P', 'Table', 'TR', 'TH', 'TD', 'Link'])
      expect(objects).toMatch(new RegExp(`/S /${tag}\\n`))
    const german = { ...invoice, company: { ...invoice.company, countryCode: 'DE' } }
    expect(readPdf(await drawInvoicePdf(german)).pageSizes).toEqual(['595.28 841.89'])
  })

  it('has the same bytes for the same contents', async () => {
    const [first, second] = [await drawInvoicePdf(invoice), await drawInvoicePdf(invoice)]
    expect(first.equals(second)).toBe(true)
    expect(first.toString('latin1')).toContain('D:20261120093000Z')
  })

  it('shows payments, credits and the amount due', async () => {
    const lines = await linesOf({
      ...invoice,
      paidMinor: 200_000n,
      creditedMinor: 50_000n,
      dueMinor: 14_169n,
      stamp: { text: 'OVERDUE', tone: 'overdue' },
    })
    expect(lines.join(' ')).toContain(
      'Total, USD 2,641.69 Payments −2,000.00 Credits −500.00 Amount due, USD 141.69',
    )
    expect(lines).toContain('OVERDUE')
  })

  it('has a tax column for several taxes and a discount column for any discount', async () => {
    const several = [line('A'), line('B', { taxName: 'City tax', taxPpm: 8750, discountPpm: 0 })]
    expect((await linesOf({ ...invoice, lines: several })).join(' ')).toContain(
      'Tax Amount A 24 59.00 5% Sales tax 5.5%',
    )
    const plain = [line('A', { discountPpm: 0 })]
    expect((await linesOf({ ...invoice, lines: plain })).join(' ')).toContain(
      'Quantity Price Amount A 24 59.00 1,345.20',
    )
  })

  it('formats amounts by currency and dates by date format', async () => {
    const lines = await linesOf({ ...invoice, currency: 'JPY', dateFormat: 'YMD', dueMinor: -5n })
    expect(lines).toContain('−¥5')
    expect(lines).toContain('2026-12-20')
    expect(lines).toContain('Total, JPY')
  })
})

describe('long and unusual content', () => {
  it('continues on further pages, with the heading repeated and no line lost', async () => {
    const lines = Array.from({ length: 200 }, (_, i) =>
      line(`Item no. ${i + 1}`, { detail: i % 3 ? '' : 'Case' }),
    )
    const { pages } = readPdf(await drawInvoicePdf({ ...invoice, lines }))
    expect(pages.length).toBeGreaterThan(5)
    const all = pages.flat()
    for (const { description } of lines) expect(all.filter((shown) => shown === description)).toHaveLength(1)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
      expect(page).toContain('Brightwater Supply Co. · Invoice INV-2067')
      expect(page.filter((shown) => shown === 'Quantity')).toHaveLength(1)
    }
    expect(pages.at(-1)).toContain('Item no. 200')
    expect(pages.at(-1)).toContain('Pay this invoice online')
  })

  it('shows a description of several pages in full', async () => {
    const description = Array.from({ length: 150 }, (_, i) => `step ${i}`).join('\n')
    const all = await linesOf({ ...invoice, lines: [line(description)] })
    for (let i = 0; i < 150; i++) expect(all.filter((shown) => shown === `step ${i}`)).toHaveLength(1)
  })

  it('shows one box for each character without a glyph', async () => {
    const lines = await linesOf({
      ...invoice,
      lines: [line('東京 👨‍👩‍👧 x\u202ey'), line('Ωmega Straße Łódź Ñ ₹ кофе')],
    })
    expect(lines).toContain('□□ □ xy')
    expect(lines).toContain('Ωmega Straße Łódź Ñ ₹ кофе')
  })

  it('draws any text', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(text, text, text, async (a, b, c) => {
        const file = await drawInvoicePdf({
          ...invoice,
          company: { ...invoice.company, name: a, addressLines: [b, c] },
          customer: { name: c, companyName: b, addressLines: [a] },
          number: b,
          lines: [line(a, { detail: c, taxName: b })],
          notes: c,
          terms: a,
          stamp: { text: b, tone: 'quiet' },
        })
        expect(readPdf(file).pages.length).toBeGreaterThan(0)
      }),
      { numRuns: 60 },
    )
  })

  it('shows markup as text, and has no action but the one web link', async () => {
    const evil = `<script>alert(1)</script> & ) /JS (app.alert(1)) >> endobj`
    const file = await drawInvoicePdf({
      ...invoice,
      number: evil,
      company: { ...invoice.company, name: evil },
      lines: [line(evil)],
      notes: evil,
    })
    const { objects, metadata, pages } = readPdf(file)
    expect(pages.flat().join(' ')).toContain('<script>')
    expect(metadata).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; )')
    expect(metadata).not.toContain('<script>')
    expect(objects.match(/\/S \/URI/g)).toHaveLength(1)
    expect(objects).not.toMatch(/\/(JavaScript|OpenAction|AA|Launch|EmbeddedFile)\b/)
    for (const payUrl of ['javascript:alert(1)', 'file:///etc/passwd', 'x']) {
      const other = readPdf(await drawInvoicePdf({ ...invoice, payUrl }))
      expect(other.objects).not.toContain('/URI')
      expect(other.pages.flat()).not.toContain('Pay this invoice online')
    }
  })
})

describe('logos', () => {
  it('are drawn with the company’s name as alternative text', async () => {
    const logoPng = await sharp({ create: { width: 300, height: 300, channels: 4, background: '#0e655380' } })
      .png()
      .toBuffer()
    const { objects } = readPdf(
      await drawInvoicePdf({ ...invoice, company: { ...invoice.company, logoPng } }),
    )
    expect(objects.match(/\/Subtype \/Image/g)).toHaveLength(1)
    expect(objects).toContain('/Alt (Logo of Brightwater Supply Co.)')
    expect(objects).not.toContain('/SMask')
  })

  it('are never loaded from an address or a path', async () => {
    let requests = 0
    const canary = createServer((_request, response) => {
      requests++
      response.end()
    })
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', () => resolve()))
    const url = `http://127.0.0.1:${(canary.address() as { port: number }).port}/logo.png`
    try {
      for (const text of [
        url,
        '/etc/passwd',
        'file:///etc/passwd',
        `<img src="${url}">`,
        `data:image/png;base64,AAAA`,
      ]) {
        const file = await drawInvoicePdf({
          ...invoice,
          company: {
            ...invoice.company,
            name: text,
            addressLines: [text],
            logoPng: text as unknown as Buffer,
          },
          customer: { name: text, addressLines: [text] },
          lines: [line(text, { detail: text })],
          notes: text,
          payUrl: text,
        })
        expect(readPdf(file).objects).not.toContain('/Subtype /Image')
        expect(file.toString('latin1')).not.toContain('root:')
      }
      expect(requests).toBe(0)
    } finally {
      canary.close()
    }
  })

  it('are left out when they can’t be read', async () => {
    for (const logoPng of [
      Buffer.from('not a picture'),
      Buffer.alloc(0),
      Buffer.from('89504e470d0a1a0a', 'hex'),
    ]) {
      const { objects } = readPdf(
        await drawInvoicePdf({ ...invoice, company: { ...invoice.company, logoPng } }),
      )
      expect(objects).not.toContain('/Subtype /Image')
    }
  })
})
