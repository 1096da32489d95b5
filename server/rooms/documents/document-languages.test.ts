import { describe, expect, it } from 'vitest'
import type { Language } from '../../../domain/mails/languages.ts'
import { drawInvoicePdf } from './drawing/invoice-pdf.ts'
import { readPdf, sampleInvoice } from './testing.ts'

async function textIn(language: Language | undefined): Promise<string> {
  const file = await drawInvoicePdf({
    ...sampleInvoice(1),
    currency: 'EUR',
    language,
    notes: '„Straße“ niño déjà 5\u202f€',
  })
  return readPdf(file).pages.flat().join(' ')
}

describe('an invoice’s PDF', () => {
  it.each([
    ['de', 'Rechnung', 'Rechnungsdatum', /\d,\d\d\s€/],
    ['fr', 'Facture', 'Date de facture', /\d,\d\d\s€/],
    ['es', 'Factura', 'Fecha de la factura', /\d,\d\d\s€/],
    [undefined, 'Invoice', 'Invoice date', /€\d[\d,]*\.\d\d/],
    ['nl', 'Invoice', 'Invoice date', /€\d[\d,]*\.\d\d/],
  ] as const)(
    'is in %s, with every character and the amounts of the language',
    async (language, title, date, amount) => {
      const text = await textIn(language)
      expect(text).toMatch(new RegExp(`^${title} `))
      expect(text).toContain(date)
      expect(text).toMatch(amount)
      expect(text.replaceAll('\u202f', ' ')).toContain('„Straße“ niño déjà 5 €')
      expect(text, 'a character without a glyph').not.toContain('□')
    },
  )
})
