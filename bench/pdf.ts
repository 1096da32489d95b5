import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import type { InvoicePdf, PdfLine } from '../server/rooms/documents/index.ts'
import { drawInvoiceOnThisThread, FACES } from '../server/rooms/documents/testing.ts'
import { median, ownCpuS, printLine } from './measuring.ts'
import { reportStandalone } from './report.ts'

/**
 * Draws invoices of a few lines with different texts, one after another on one core. The reference is a bare pdfkit page
 * with the same three fonts and about as much text, without tags or layout. `node bench/pdf.ts [documents]`
 */
const DOCUMENTS = Number(process.argv[2] ?? 200)
const ROUNDS = 5
const TARGET_PER_S = 200

const ITEMS = [
  'Hot cups, 12 oz',
  'Paper straws, black',
  'Espresso beans, dark roast',
  'Delivery',
  'Łódź gift box',
]

function invoice(n: number): InvoicePdf {
  const lines = ITEMS.slice(0, 2 + (n % 4)).map(
    (item, index): PdfLine => ({
      description: `${item} no. ${n % 97}`,
      detail: index % 2 === 0 ? 'Case of 1,000' : '',
      quantity: BigInt(10_000 * (1 + ((n + index) % 30))),
      unitPriceMinor: BigInt(1900 + (n % 5000)),
      discountPpm: index === 1 ? 50_000 : 0,
      taxName: 'Sales tax',
      taxPpm: 55_000,
      amountMinor: BigInt(21_000 + n),
    }),
  )
  return {
    company: {
      name: 'Brightwater Supply Co.',
      addressLines: ['418 Canal Street', 'Milwaukee, WI 53203'],
      email: 'billing@brightwater.example',
      countryCode: 'US',
    },
    customer: {
      name: `Maya Okafor ${n}`,
      companyName: 'Harbor & Pine',
      addressLines: [`${n} Pier Road`, 'Racine, WI 53402'],
    },
    number: `INV-${n}`,
    currency: 'USD',
    dateFormat: 'MDY',
    createdMs: Date.UTC(2026, 10, 20, 9, 30),
    invoiceDate: '2026-11-20',
    dueDate: '2026-12-20',
    termsLabel: 'Net 30',
    lines,
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
    payUrl: `https://pay.quittance.example/pay-invoice?token=${n}`,
  }
}

const faces = Object.entries(FACES).map(
  ([face, file]) =>
    [face, readFileSync(createRequire(import.meta.url).resolve(`@expo-google-fonts/inter/${file}`))] as const,
)

/** Draws the text of an invoice without layout. By default pdfkit opens the fonts for each document. */
function barePage(n: number): Promise<number> {
  const { company, customer, lines, number, notes } = invoice(n)
  return new Promise((resolve) => {
    const doc = new PDFDocument({ size: 'LETTER', margin: 50, font: '' })
    let bytes = 0
    doc.on('data', (piece: Buffer) => {
      bytes += piece.length
    })
    doc.on('end', () => resolve(bytes))
    for (const [face, file] of faces) doc.registerFont(face, file)
    doc.font('semibold').fontSize(22).text(`Invoice ${number}`)
    doc.font('regular').fontSize(9.5)
    for (const text of [company.name, ...company.addressLines, customer.name, ...customer.addressLines])
      doc.text(text)
    for (const line of lines) {
      doc.font('medium').text(line.description)
      doc.font('regular').text(`${line.quantity / 10_000n} ${line.unitPriceMinor} ${line.amountMinor}`)
    }
    doc.text(`Subtotal 2,621.82 Discounts −115.50 Sales tax 135.37 Total 2,641.69 ${notes}`).end()
  })
}

interface Pace {
  readonly perS: number
  readonly cpuMs: number
  readonly bytes: number
}

async function paceOf(count: number, first: number, draw: (n: number) => Promise<number>): Promise<Pace> {
  const [started, cpu] = [performance.now(), ownCpuS()]
  let bytes = 0
  for (let n = first; n < first + count; n++) bytes += await draw(n)
  const cpuMs = ((ownCpuS() - cpu) * 1000) / count
  return { perS: (count * 1000) / (performance.now() - started), cpuMs, bytes: bytes / count }
}

const ours: Pace[] = []
const bare: Pace[] = []
const drawInvoice = async (n: number): Promise<number> => (await drawInvoiceOnThisThread(invoice(n))).length
await paceOf(DOCUMENTS, 0, drawInvoice)
for (let round = 1; round <= ROUNDS; round++) {
  bare.push(await paceOf(Math.ceil(DOCUMENTS / 4), round * DOCUMENTS, barePage))
  ours.push(await paceOf(DOCUMENTS, round * DOCUMENTS, drawInvoice))
}
const medianOf = (paces: readonly Pace[], part: keyof Pace) => median(paces.map((pace) => pace[part]))
const perCore = 1000 / medianOf(ours, 'cpuMs')
reportStandalone('pdf', [
  {
    what: 'invoice PDF',
    at: `${DOCUMENTS} documents`,
    figure: `${perCore.toFixed(0)} a second of CPU, ${medianOf(ours, 'cpuMs').toFixed(2)} ms each`,
    reference: `bare pdfkit page ${medianOf(bare, 'cpuMs').toFixed(2)} ms`,
    ratio: `${median(ours.map((pace, round) => pace.cpuMs / bare[round]!.cpuMs)).toFixed(2)} of CPU`,
    target: `≥ ${TARGET_PER_S} a second on one core`,
    met: perCore >= TARGET_PER_S,
  },
])
printLine(
  `  ${medianOf(ours, 'perS').toFixed(0)} a second by the clock, ${(medianOf(ours, 'bytes') / 1000).toFixed(1)} kB each`,
)
