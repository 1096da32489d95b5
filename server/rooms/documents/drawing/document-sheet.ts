import { drawLetterhead } from './letterhead.ts'
import { prepareLogo } from './logo.ts'
import type { PdfDocument } from './pdf-data.ts'
import { type PaperSize, Sheet } from './sheet.ts'

/** Countries that print on Letter; all others use A4. */
const LETTER_COUNTRIES = new Set(['US', 'CA', 'MX'])

export const documentFor = (countryCode: string | null | undefined): PaperSize =>
  LETTER_COUNTRIES.has(countryCode?.toUpperCase() ?? '') ? 'LETTER' : 'A4'

/** Opens a document of one kind ('Invoice') and draws its head. */
export async function openDocument(kind: string, data: PdfDocument): Promise<Sheet> {
  const { company, number, createdMs } = data
  const logo = company.logo === undefined ? await prepareLogo(company.logoPng) : company.logo
  const sheet = new Sheet({
    size: documentFor(company.countryCode),
    title: `${kind} ${number}`,
    author: company.name,
    createdMs,
  })
  drawLetterhead(sheet, { company, title: kind, number, stamp: data.stamp ?? null, logo })
  return sheet
}

export const closeDocument = (sheet: Sheet, kind: string, data: PdfDocument): Buffer =>
  sheet.finish(`${data.company.name} · ${kind} ${data.number}`)
