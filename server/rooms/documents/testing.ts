import { inflateSync } from 'node:zlib'
import type { InvoicePdf } from './drawing/document-contents.ts'

export { FACES } from './drawing/font-faces.ts'

/** Draws an invoice on the calling thread. Loads pdfkit when it is first called. */
export async function drawInvoiceOnThisThread(data: InvoicePdf): Promise<Buffer> {
  const { drawInvoicePdf } = await import('./drawing/invoice-pdf.ts')
  return drawInvoicePdf(data)
}

/** Text and structure of a PDF that `Sheet` has drawn. */
export interface ReadPdf {
  /** The lines of text of each page, in the order in which they were drawn. */
  readonly pages: string[][]
  /** All objects as text without their streams, for titles, links and tags. */
  readonly objects: string
  readonly pageSizes: string[]
  /** The document's XML metadata. */
  readonly metadata: string
}

interface PdfObject {
  readonly dictionary: string
  readonly stream: Buffer
}

/** Reads text and structure back out of a PDF. It knows only the forms of objects that pdfkit writes. */
export function readPdf(file: Buffer): ReadPdf {
  const objects = readObjects(file)
  const object = (reference: string) => objects.get(Number.parseInt(reference, 10))!
  const all = [...objects.values()]
  const pages = all.filter(({ dictionary }) => /\/Type \/Page\n/.test(dictionary))
  const metadata = all.find(({ dictionary }) => dictionary.includes('/Type /Metadata'))
  return {
    pages: pages.map(({ dictionary }) => {
      const resources = object(/\/Resources (\d+) 0 R/.exec(dictionary)![1]!).dictionary
      const fonts = new Map(
        [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, reference]) => {
          const map = /\/ToUnicode (\d+) 0 R/.exec(object(reference!).dictionary)![1]!
          return [name!, readCharacters(object(map).stream.toString('latin1'))]
        }),
      )
      return readLines(object(/\/Contents (\d+) 0 R/.exec(dictionary)![1]!).stream.toString('latin1'), fonts)
    }),
    objects: all.map(({ dictionary }) => dictionary).join('\n'),
    pageSizes: pages.map(({ dictionary }) => /\/MediaBox \[0 0 ([\d. ]+)\]/.exec(dictionary)![1]!),
    metadata: metadata?.stream.toString() ?? '',
  }
}

function readObjects(file: Buffer): Map<number, PdfObject> {
  const text = file.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const match of text.matchAll(/^(\d+) 0 obj\n/gm)) {
    const start = match.index + match[0].length
    const end = text.indexOf('endobj', start)
    const streamAt = text.indexOf('>>\nstream\n', start)
    const hasStream = streamAt !== -1 && streamAt < end
    const dictionary = text.slice(start, hasStream ? streamAt + 2 : end)
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0)
    const bytes = hasStream ? file.subarray(streamAt + 10, streamAt + 10 + length) : Buffer.alloc(0)
    const isPacked = dictionary.includes('/Filter /FlateDecode') && !dictionary.includes('/Subtype /Image')
    objects.set(Number(match[1]), { dictionary, stream: isPacked ? inflateSync(bytes) : bytes })
  }
  return objects
}

/** Reads a ToUnicode map: the character of each glyph number. */
function readCharacters(map: string): string[] {
  const characters: string[] = []
  for (const [, first, , list] of map.matchAll(/<(\w{4})> <(\w{4})> \[([^\]]*)\]/g)) {
    const start = Number.parseInt(first!, 16)
    for (const [index, [, units]] of [...list!.matchAll(/<([\w ]*)>/g)].entries())
      characters[start + index] = String.fromCharCode(
        ...units!
          .split(' ')
          .filter(Boolean)
          .map((unit) => Number.parseInt(unit, 16)),
      )
  }
  return characters
}

function readLines(content: string, fonts: Map<string, string[]>): string[] {
  const lines: string[] = []
  let characters: string[] = []
  for (const [, block] of content.matchAll(/^BT\n([\s\S]*?)^ET$/gm)) {
    let line = ''
    for (const operator of block!.split('\n')) {
      const font = /^\/(F\d+) [\d.]+ Tf$/.exec(operator)
      if (font) characters = fonts.get(font[1]!)!
      if (operator.endsWith('TJ'))
        for (const [, hex] of operator.matchAll(/<(\w+)>/g))
          for (const [glyph] of hex!.matchAll(/\w{4}/g)) line += characters[Number.parseInt(glyph, 16)] ?? '?'
    }
    lines.push(line.trimEnd())
  }
  return lines
}

/** An invoice with `lineCount` lines, each with a detail of `detailLength` characters. */
export const sampleInvoice = (lineCount: number, detailLength = 20): InvoicePdf => ({
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
