import { DAY_MS } from '../../../../domain/dates/durations.ts'
import { type Ctx, nextId, type UnitOfWork } from '../../../platform/context.ts'
import { markDue } from '../../../platform/due-work/mark-due.ts'
import { ARCHIVE_DAYS, MAX_ARCHIVE_BYTES } from '../rules.ts'
import { selectFiles, selectInvoiceIds, selectTables } from '../store/everything.ts'
import { beginWriting, endExport, findExport, insertPart } from '../store/exports.ts'
import { mailExportReady } from './mail-owners.ts'
import { type ArchivePlan, countSteps, writeArchive } from './write-archive.ts'

const PART_BYTES = 1024 * 1024

/**
 * Writes the archive of an export and mails the person who asked for it. One that was interrupted begins again; a worker that comes
 * back late stops at its next part.
 */
export async function writeExport(uow: UnitOfWork, id: string): Promise<void> {
  const begun = await uow.transaction((ctx) => begin(ctx, id))
  if (begun === null) return
  const { writer, plan } = begun
  try {
    const failure = await writeParts(uow, id, writer, plan)
    if (failure === 'replaced') return
    await uow.transaction((ctx) => end(ctx, id, writer, failure))
  } catch (error) {
    const failure = 'The export stopped at an error. Start it again.'
    await uow.transaction((ctx) => end(ctx, id, writer, failure))
    throw error
  }
}

async function begin(ctx: Ctx, id: string): Promise<{ writer: string; plan: ArchivePlan } | null> {
  const row = await findExport(ctx, id)
  if (row?.state !== 'running') return null
  const plan = {
    tables: await selectTables(ctx),
    files: await selectFiles(ctx),
    invoices: row.with_pdfs ? await selectInvoiceIds(ctx) : [],
  }
  const writer = nextId(ctx)
  return (await beginWriting(ctx, id, writer, countSteps(plan))) && { writer, plan }
}

/** Returns null when the archive is complete, a sentence when it can't be, or that another worker writes it. */
async function writeParts(
  uow: UnitOfWork,
  id: string,
  writer: string,
  plan: ArchivePlan,
): Promise<string | 'replaced' | null> {
  let ready: Uint8Array[] = []
  let [size, sum, position, done] = [0, 0, 0, 0]
  const store = async () => {
    const bytes = Buffer.concat(ready)
    ready = []
    size = 0
    sum += bytes.length
    const part = { writer, position, bytes, sum, done }
    position += 1
    return uow.transaction((ctx) => insertPart(ctx, id, part))
  }
  for await (const { bytes, steps } of writeArchive(uow, plan)) {
    done += steps
    ready.push(bytes)
    size += bytes.length
    if (size >= PART_BYTES && !(await store())) return 'replaced'
    if (sum > MAX_ARCHIVE_BYTES) return 'This is more than one archive can hold. Export without PDFs.'
  }
  return (await store()) ? null : 'replaced'
}

async function end(ctx: Ctx, id: string, writer: string, failure: string | null): Promise<void> {
  const keptUntilMs = failure === null ? ctx.now + ARCHIVE_DAYS * DAY_MS : null
  if (!(await endExport(ctx, id, { writer, failure, keptUntilMs }))) return
  if (keptUntilMs !== null) await markDue(ctx, 'account-data.delete-archives', id, keptUntilMs)
  if (failure === null) await mailExportReady(ctx, (await findExport(ctx, id))!)
}
