import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawCreditMemoPdf } from '../drawing/credit-memo-pdf.ts'
import type { CreditMemoPdf, DocumentContents, InvoicePdf, ReceiptPdf } from '../drawing/document-contents.ts'
import { drawInvoicePdf } from '../drawing/invoice-pdf.ts'
import { drawReceiptPdf } from '../drawing/receipt-pdf.ts'
import { sampleInvoice } from '../testing.ts'
import { drawDocument } from './draw-document.ts'

const CALLER = { caller: 'a user' }

const { lines, totals, ...shared } = sampleInvoice(2)
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

describe('drawing a document on a thread', () => {
  it('gives the same bytes as drawing it on the calling thread', async () => {
    const invoice = sampleInvoice(30)
    const draw = (contents: DocumentContents) => drawDocument(contents, CALLER)
    expect((await draw({ kind: 'invoice', data: invoice })).equals(await drawInvoicePdf(invoice))).toBe(true)
    expect((await draw({ kind: 'receipt', data: receipt })).equals(await drawReceiptPdf(receipt))).toBe(true)
    expect((await draw({ kind: 'credit_memo', data: memo })).equals(await drawCreditMemoPdf(memo))).toBe(true)
  })

  it('draws the logo, or leaves out one that can’t be read', async () => {
    const logoPng = await sharp({ create: { width: 300, height: 90, channels: 4, background: '#0e655380' } })
      .png()
      .toBuffer()
    const plain = sampleInvoice(1)
    const withLogo = (bytes: Buffer): InvoicePdf => ({
      ...plain,
      company: { ...plain.company, logoPng: bytes },
    })
    const draw = (data: InvoicePdf) => drawDocument({ kind: 'invoice', data }, CALLER)
    const drawn = await draw(withLogo(logoPng))
    expect(drawn.equals(await drawInvoicePdf(withLogo(logoPng)))).toBe(true)
    expect(drawn.toString('latin1')).toContain('/Subtype /Image')
    const without = await draw(plain)
    expect(without.equals(await draw(withLogo(Buffer.from('not a picture'))))).toBe(true)
  })

  it('doesn’t block the event loop', async () => {
    const large: DocumentContents = { kind: 'invoice', data: sampleInvoice(100, 600) }
    await drawDocument(large, CALLER)
    const apart = await turnsDuring(() => drawDocument(large, CALLER))
    const here = await turnsDuring(() => drawInvoicePdf(large.data))
    expect(here).toBeLessThan(20)
    expect(apart).toBeGreaterThan(200)
  })

  it('draws 2 at once, queues 16 with at most 6 per caller, and refuses the rest as busy', async () => {
    const contents: DocumentContents = { kind: 'invoice', data: sampleInvoice(1) }
    const asked = (count: number, who: Parameters<typeof drawDocument>[1]) =>
      Array.from({ length: count }, () => drawDocument(contents, who))
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
        retryAfterSeconds: expect.any(Number),
      })
    expect((await drawDocument(contents, CALLER)).subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('throws for contents that can’t be drawn, and draws the next document', async () => {
    const broken = {
      kind: 'invoice',
      data: { ...sampleInvoice(1), lines: null },
    } as unknown as DocumentContents
    await expect(drawDocument(broken, CALLER)).rejects.toThrow(TypeError)
    const contents: DocumentContents = { kind: 'invoice', data: sampleInvoice(1) }
    expect((await drawDocument(contents, CALLER)).subarray(0, 5).toString()).toBe('%PDF-')
  })
})

/** Counts the turns of the event loop while `work` runs. */
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
