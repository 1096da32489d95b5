import type { PdfDocument } from './document-contents.ts'
import type { DocumentWriting } from './document-writing.ts'
import { drawLetterhead } from './letterhead.ts'
import { prepareLogo } from './logo.ts'
import { type PaperSize, Sheet } from './sheet.ts'

/** Countries that print on Letter. All others use A4. */
const LETTER_COUNTRIES = new Set(['US', 'CA', 'MX'])

const paperSizeFor = (countryCode: string | null | undefined): PaperSize =>
  LETTER_COUNTRIES.has(countryCode?.toUpperCase() ?? '') ? 'LETTER' : 'A4'

/** Opens a document and draws its letterhead. `kind` is its title, such as 'Invoice'. */
export async function openDocument(
  kind: string,
  data: PdfDocument,
  { language, t }: DocumentWriting,
): Promise<Sheet> {
  const { company, number, createdMs } = data
  const logo = company.logo === undefined ? await prepareLogo(company.logoPng) : company.logo
  const sheet = new Sheet({
    size: paperSizeFor(company.countryCode),
    title: `${kind} ${number}`,
    author: company.name,
    language,
    createdMs,
  })
  const logoOf = t('Logo of {company}', { company: company.name })
  drawLetterhead(sheet, { company, title: kind, number, stamp: data.stamp ?? null, logo, logoOf })
  return sheet
}

export const closeDocument = (sheet: Sheet, kind: string, data: PdfDocument): Buffer =>
  sheet.finish(`${data.company.name} · ${kind} ${data.number}`)
