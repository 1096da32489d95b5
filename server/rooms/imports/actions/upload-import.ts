import { IMPORTED_DAYS, MAX_KEPT_MB, UNUSED_DAYS } from '../../../../domain/parsing/import-retention.ts'
import { audit } from '../../../platform/audit.ts'
import { checkRateLimit, consumeRateLimit } from '../../../platform/auth/rate-limit.ts'
import { type Ctx, nextId, type UnitOfWork } from '../../../platform/context.ts'
import { failpoint } from '../../../platform/control/failpoint.ts'
import { CsvProblem } from '../../../platform/csv/csv-problem.ts'
import { type CsvFile, openCsv } from '../../../platform/csv/read-csv.ts'
import { storeFile } from '../../../platform/files.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { checkKeptHere, readAccountRow } from '../../accounts/index.ts'
import { guessMapping } from '../rules/columns/guess-columns.ts'
import { guessFormats } from '../rules/columns/guess-formats.ts'
import { type ImportReply, presentImport } from '../rules/present-import.ts'
import type { ImportKind } from '../rules/row-outcomes.ts'
import { bytesOfRows, lockKeeping, selectBytesKept } from '../store/keeping.ts'
import { findRun, insertRun } from '../store/runs.ts'

export interface Upload {
  readonly kind: ImportKind
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** Sample rows in the reply, and rows used to guess columns, dates and amounts. */
const SHOWN = 5
const GUESSED_BY = 1000
const SHOWN_CHARACTERS = 300

/** Per account: stored files, and files read, most of which could be invalid. */
const MAX_KEPT_AN_HOUR = 20
const MAX_READ_AN_HOUR = 120
const HOUR_S = 3600

/**
 * Reads an uploaded file once, stores it, and guesses its columns. Refuses an unreadable CSV and one beyond
 * the account's storage limit beside `file`; invoices when they come from an accounting platform
 * (wrong_state); too many in an hour (too_many_requests).
 */
export async function uploadImport(uow: UnitOfWork, upload: Upload): Promise<ImportReply> {
  const bytes = Buffer.from(upload.bytes.buffer, upload.bytes.byteOffset, upload.bytes.byteLength)
  await takeTurnToRead(uow)
  const file = await readThrough(bytes)
  await consumeRateLimit(uow.app, keptKey(uow), MAX_KEPT_AN_HOUR, HOUR_S)
  return uow.transaction(async (ctx) => {
    const account = await readAccountRow(ctx)
    if (upload.kind === 'invoices' && account.type === null) throw refuse('account_type_missing')
    await checkKeptHere(ctx, upload.kind === 'invoices' ? 'Create invoices' : 'Add customers')
    const needed = bytes.length + bytesOfRows(file.totalRows)
    await checkRoom(ctx, needed)
    const id = nextId(ctx)
    const name = fileNameOf(upload.name)
    const fileId = await storeFile(ctx, { name, mediaType: upload.mediaType, bytes })
    // Locks only after the file is stored, because a large file takes a while.
    await lockKeeping(ctx)
    await checkRoom(ctx, needed)
    const { csv, samples } = file
    const mapping = guessMapping(upload.kind, csv.columns, samples)
    const facts = { delimiter: csv.delimiter, dateFormat: account.dateFormat, currency: account.currency }
    const run = {
      id,
      kind: upload.kind,
      fileId,
      fileName: name,
      columns: csv.columns,
      mapping,
      totalRows: file.totalRows,
    }
    const shown = samples.slice(0, SHOWN).map((row) => row.map((cell) => cell.slice(0, SHOWN_CHARACTERS)))
    await insertRun(ctx, {
      ...run,
      ...guessFormats(mapping, samples, facts),
      samples: shown,
      createdBy: userOf(ctx),
    })
    await failpoint('import.uploaded')
    await audit(
      ctx,
      'imports.upload',
      { type: 'import', id },
      { kind: upload.kind, name, rows: file.totalRows },
    )
    return presentImport((await findRun(ctx, id))!)
  })
}

/**
 * Checks the limit of stored files before reading one. The file itself is counted only after it proved
 * valid.
 */
async function takeTurnToRead(uow: UnitOfWork): Promise<void> {
  await checkRateLimit(uow.app, keptKey(uow), MAX_KEPT_AN_HOUR, HOUR_S)
  await consumeRateLimit(uow.app, `imports read ${uow.accountId}`, MAX_READ_AN_HOUR, HOUR_S)
}

const keptKey = (uow: UnitOfWork): string => `imports kept ${uow.accountId}`

async function checkRoom(ctx: Ctx, bytes: number): Promise<void> {
  if ((await selectBytesKept(ctx)) + bytes <= MAX_KEPT_MB * 1_000_000) return
  throw refuseFields({
    file: [
      `This file would exceed your ${MAX_KEPT_MB} MB for imports. ` +
        `Try again later. We delete imported files after ${IMPORTED_DAYS} days and others after ${UNUSED_DAYS}.`,
    ],
  })
}

async function readThrough(bytes: Buffer): Promise<{ csv: CsvFile; samples: string[][]; totalRows: number }> {
  try {
    const csv = openCsv(bytes)
    const samples: string[][] = []
    let totalRows = 0
    for await (const row of csv.rows()) {
      totalRows++
      if (samples.length < GUESSED_BY) samples.push(row.cells)
    }
    return { csv, samples, totalRows }
  } catch (error) {
    if (error instanceof CsvProblem) throw refuseFields({ file: [error.message] })
    throw error
  }
}

/** Removes folders and control characters from a file name. */
const fileNameOf = (name: string): string =>
  name
    .replace(/^.*[\\/]/, '')
    .replace(/\p{C}/gu, '')
    .trim() || 'import.csv'

function userOf(ctx: Ctx): string {
  if (ctx.actor.kind !== 'staff') throw new Error('an import is uploaded by a person')
  return ctx.actor.userId
}
