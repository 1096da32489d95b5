import type { FileInParts } from '../../../../contract/route.ts'
import type { UnitOfWork } from '../../../platform/context.ts'
import { ZipWriter } from '../../../platform/exports/zip-writer.ts'
import { readStoredFile } from '../../../platform/files.ts'
import { exportCreditMemos } from '../../credit-memos/index.ts'
import { exportCustomers } from '../../customers/index.ts'
import { drawInvoicePdf, exportInvoices } from '../../invoices/index.ts'
import { exportPayments } from '../../payments/index.ts'
import { type ExportedTable, selectRows } from '../store/everything.ts'

const ROWS = 1000
const CSV = 'csv'

/** Contents of an archive. */
export interface ArchivePlan {
  readonly tables: readonly ExportedTable[]
  readonly files: readonly { readonly id: string; readonly name: string }[]
  /** Ids of the invoices whose PDFs it contains. */
  readonly invoices: readonly string[]
}

const LISTS: readonly ((uow: UnitOfWork) => Promise<FileInParts>)[] = [
  (uow) => exportCustomers(uow, { format: CSV, search: '', order_by: 'short_name' }),
  (uow) => exportInvoices(uow, { format: CSV, search: '', view: 'all', order_by: 'created' }),
  (uow) => exportPayments(uow, { format: CSV, search: '', order_by: 'created' }),
  (uow) => exportCreditMemos(uow, { format: CSV, search: '', order_by: 'created' }),
]

const README = `Everything that this company has in Quittance.

lists/      customers, invoices, payments and credit memos as tables for a spreadsheet
data/       every table, one row a line as JSON (https://jsonlines.org); amounts are in the smallest unit of their currency
invoices/   invoices as PDF, where they were asked for
files/      logos, uploaded files and documents that were mailed

Passwords, secrets of connections and links that open something are left out.
`

export const countSteps = ({ tables, files, invoices }: ArchivePlan): number =>
  LISTS.length + tables.length + files.length + invoices.length

/** One step is done, and these bytes are ready. */
export interface Written {
  readonly bytes: Uint8Array
  readonly steps: number
}

/** Writes the archive, a batch at a time, each read in its own transaction. */
export async function* writeArchive(uow: UnitOfWork, plan: ArchivePlan): AsyncGenerator<Written> {
  const zip = new ZipWriter()
  const whole = async (path: string, content: string | Uint8Array) => {
    zip.begin(path)
    await zip.write(content)
    await zip.finish()
  }
  await whole('READ ME.txt', README)
  for (const list of LISTS) {
    const { name, parts } = await list(uow)
    zip.begin(`lists/${name.replace(/ \d{4}-\d\d-\d\d/, '')}`)
    for await (const part of parts) {
      await zip.write(part)
      yield { bytes: zip.take(), steps: 0 }
    }
    await zip.finish()
    yield { bytes: zip.take(), steps: 1 }
  }
  for (const table of plan.tables) {
    zip.begin(`data/${table.name}.jsonl`)
    for await (const lines of rowsOf(uow, table)) {
      await zip.write(lines)
      yield { bytes: zip.take(), steps: 0 }
    }
    await zip.finish()
    yield { bytes: zip.take(), steps: 1 }
  }
  for (const { id, name } of plan.files) {
    const file = await uow.transaction((ctx) => readStoredFile(ctx, id))
    if (file) await whole(`files/${id}-${safe(name)}`, file.bytes)
    yield { bytes: zip.take(), steps: 1 }
  }
  for (const id of plan.invoices) {
    const pdf = await drawInvoicePdf(uow, id)
    if (pdf) await whole(`invoices/${safe(pdf.name).replace(/\.pdf$/, '')}-${id.slice(-6)}.pdf`, pdf.bytes)
    yield { bytes: zip.take(), steps: 1 }
  }
  zip.close()
  yield { bytes: zip.take(), steps: 0 }
}

async function* rowsOf(uow: UnitOfWork, table: ExportedTable): AsyncGenerator<string> {
  for (let after: readonly string[] | null = null; ; ) {
    const { lines, last } = await uow.transaction((ctx) => selectRows(ctx, table, after, ROWS))
    if (lines.length > 0) yield `${lines.join('\n')}\n`
    if (lines.length < ROWS) return
    after = last
  }
}

const safe = (name: string): string => name.replace(/[^\p{L}\p{N}. _()-]/gu, '-').slice(0, 120)
