import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { anInvoiceDocument } from '../sample-documents.ts'
import { renderCreditMemoPdf } from './credit-memo-pdf.ts'
import { drawDocument } from './draw-document.ts'
import { renderInvoicePdf } from './invoice-pdf.ts'
import type { CreditMemoPdf, InvoicePdf, Paper, ReceiptPdf } from './pdf-data.ts'
import { renderReceiptPdf } from './receipt-pdf.ts'

const CALLER = { caller: 'somebody' }

const { lines, totals, ...shared } = anInvoiceDocument(2)
const receipt: ReceiptPdf = {
  ...shared,
  paidOn: '2026-11-24',
  methodText: 'Visa •••• 4242',
  amountMinor: 272_094n,
  surchargeMinor: 7_925n,
  allocations: [
    { invoiceNumber: 'INV-2067', invoiceTotalMinor: 264_169n, paidMinor: 264_169n, remainingMinor: 0n },
  ],
  unappliedMinor: 0n,
}
const memo: CreditMemoPdf = { ...shared, issuedOn: '2026-11-24', lines, totals, uses: [], remainingMinor: 5n }

describe('a document drawn on a thread', () => {
  it('is to the byte what it is when drawn at once', async () => {
    const invoice = anInvoiceDocument(30)
    const draw = (paper: Paper) => drawDocument(paper, CALLER)
    expect((await draw({ kind: 'invoice', data: invoice })).equals(await renderInvoicePdf(invoice))).toBe(
      true,
    )
    expect((await draw({ kind: 'receipt', data: receipt })).equals(await renderReceiptPdf(receipt))).toBe(
      true,
    )
    expect((await draw({ kind: 'credit_memo', data: memo })).equals(await renderCreditMemoPdf(memo))).toBe(
      true,
    )
  })

  it('has its logo, or goes without one that can’t be read', async () => {
    const logoPng = await sharp({ create: { width: 300, height: 90, channels: 4, background: '#0e655380' } })
      .png()
      .toBuffer()
    const plain = anInvoiceDocument(1)
    const withLogo = (bytes: Buffer): InvoicePdf => ({
      ...plain,
      company: { ...plain.company, logoPng: bytes },
    })
    const draw = (data: InvoicePdf) => drawDocument({ kind: 'invoice', data }, CALLER)
    const drawn = await draw(withLogo(logoPng))
    expect(drawn.equals(await renderInvoicePdf(withLogo(logoPng)))).toBe(true)
    expect(drawn.toString('latin1')).toContain('/Subtype /Image')
    const without = await draw(plain)
    expect(without.equals(await draw(withLogo(Buffer.from('not a picture'))))).toBe(true)
  })

  it('leaves the event loop to others', async () => {
    const large: Paper = { kind: 'invoice', data: anInvoiceDocument(100, 600) }
    await drawDocument(large, CALLER)
    const apart = await turnsDuring(() => drawDocument(large, CALLER))
    const here = await turnsDuring(() => renderInvoicePdf(large.data))
    expect(here).toBeLessThan(20)
    expect(apart).toBeGreaterThan(200)
  })

  it('two are drawn at once, sixteen wait, six of them of one caller, and the rest is told to come back', async () => {
    const paper: Paper = { kind: 'invoice', data: anInvoiceDocument(1) }
    const asked = (count: number, who: Parameters<typeof drawDocument>[1]) =>
      Array.from({ length: count }, () => drawDocument(paper, who))
    const outcomes = await Promise.allSettled([
      ...asked(10, CALLER),
      ...asked(12, 'anybody'),
      ...asked(3, 'patient'),
    ])
    const refused = outcomes.flatMap((one, place) => (one.status === 'rejected' ? [place] : []))
    expect(refused).toEqual([8, 9, 20, 21])
    for (const place of refused)
      expect((outcomes[place] as PromiseRejectedResult).reason).toMatchObject({
        code: 'busy',
        retryAfterS: expect.any(Number),
      })
    expect((await drawDocument(paper, CALLER)).subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('that can’t be drawn fails alone', async () => {
    const broken = { kind: 'invoice', data: { ...anInvoiceDocument(1), lines: null } } as unknown as Paper
    await expect(drawDocument(broken, CALLER)).rejects.toThrow(TypeError)
    const paper: Paper = { kind: 'invoice', data: anInvoiceDocument(1) }
    expect((await drawDocument(paper, CALLER)).subarray(0, 5).toString()).toBe('%PDF-')
  })
})

/** How often the event loop comes round while `work` is done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let next: NodeJS.Immediate
  const turn = (): void => {
    turns++
    next = setImmediate(turn)
  }
  next = setImmediate(turn)
  await work()
  clearImmediate(next)
  return turns
}
