import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import { failpoint } from '../../../platform/control/failpoint.ts'
import { type CsvFile, openCsv } from '../../../platform/csv/read-csv.ts'
import { readStoredFile } from '../../../platform/files.ts'
import { refuse } from '../../../platform/refusal.ts'
import { type Account, readAccountRow } from '../../accounts/index.ts'
import { CustomersOfFile } from '../rules/customers/decide-customer.ts'
import type { ImportRun } from '../rules/import-run.ts'
import { InvoicesOfFile } from '../rules/invoices/decide-invoice.ts'
import { FILE_GONE } from '../rules/keeping.ts'
import { PACE, type Pace } from '../rules/pace.ts'
import type { JudgedGroup } from '../rules/row-check.ts'
import { type FileRow, groupRows, type RowGroup } from '../rules/row-groups.ts'
import { countRowOutcomes, ROW_OUTCOMES, type RowOutcomeCounts } from '../rules/row-outcomes.ts'
import { insertRows, type KeptGroup, keptGroups } from '../store/rows.ts'
import { discardPlans, lockRun, updateRun } from '../store/runs.ts'
import { failImportClearly } from './fail-import.ts'
import { lookUpCustomers, recallCustomer } from './judge-customers.ts'
import { defaultsOf, lookUpInvoices, recallInvoice } from './judge-invoices.ts'

export interface CheckPayload {
  readonly import: string
  readonly generation: number
}

/**
 * Checks the rows, a thousand per transaction, and stores the outcome of each. Resumes after the last stored
 * row, and stops when another check was started since.
 */
export async function checkRows(uow: UnitOfWork, payload: CheckPayload, pace = PACE): Promise<void> {
  await failImportClearly(uow, payload.import, async () => {
    const start = await uow.transaction((ctx) => openCheck(ctx, payload))
    if (start) await checkSlice(uow, payload, start, pace)
  })
}

interface CheckStart {
  readonly run: ImportRun
  readonly account: Account
  readonly csv: CsvFile
  readonly kept: ReadonlyMap<number, KeptGroup>
}

async function openCheck(ctx: Ctx, payload: CheckPayload): Promise<CheckStart | null> {
  const run = await lockRun(ctx, payload.import)
  if (!isCurrent(run, payload)) return null
  const file = run.fileId === null ? null : await readStoredFile(ctx, run.fileId)
  if (!file) throw refuse('not_found', FILE_GONE)
  const kept = run.checkedRows > 0 ? await keptGroups(ctx, run.id) : new Map<number, KeptGroup>()
  return { run, account: await readAccountRow(ctx), csv: openCsv(file.bytes), kept }
}

const isCurrent = (run: ImportRun | null, payload: CheckPayload): run is ImportRun =>
  run?.status === 'previewing' && run.generation === payload.generation

async function checkSlice(
  uow: UnitOfWork,
  payload: CheckPayload,
  start: CheckStart,
  pace: Pace,
): Promise<void> {
  const { run, csv } = start
  const check = rowCheckOf(start)
  const deadline = uow.app.clock.wallNow() + pace.sliceMs
  let seen = 0
  let checked = run.checkedRows
  let batch: RowGroup[] = []
  for await (const group of groupRows(() => rowsOf(csv), run.kind, run.mapping)) {
    seen += group.rows.length
    if (seen <= run.checkedRows) {
      check.recall(group, start.kept.get(group.rowNumber))
      continue
    }
    batch.push(group)
    if (seen - checked < pace.batch) continue
    if (!(await checkBatch(uow, payload, check, batch, checked))) return
    checked = seen
    batch = []
    if (uow.app.clock.wallNow() < deadline) continue
    await uow.transaction((ctx) => ctx.app.jobs.enqueue(ctx, 'imports.check-rows', payload))
    return
  }
  if (batch.length > 0 && !(await checkBatch(uow, payload, check, batch, checked))) return
  await failpoint('import.checked')
  await uow.transaction((ctx) => finishCheck(ctx, payload))
}

async function* rowsOf(csv: CsvFile): AsyncGenerator<FileRow> {
  for await (const { rowNumber, cells, ragged } of csv.rows())
    yield { rowNumber, cells, slipped: ragged?.kind === 'long' ? ragged.reason : null }
}

interface RowCheck {
  lookUp(ctx: Ctx, groups: readonly RowGroup[]): Promise<() => JudgedGroup[]>
  recall(group: RowGroup, kept: KeptGroup | undefined): void
}

function rowCheckOf({ run, account }: CheckStart): RowCheck {
  const counted = (kept: KeptGroup | undefined) =>
    kept !== undefined && kept.outcome !== 'reject' && kept.outcome !== 'duplicate'
  if (run.kind === 'customers') {
    const file = new CustomersOfFile()
    return {
      lookUp: (ctx, groups) => lookUpCustomers(ctx, groups, run.mapping, file),
      recall: (group, kept) => counted(kept) && recallCustomer(group, run.mapping, file),
    }
  }
  const file = new InvoicesOfFile()
  const { mapping, dateOrder, decimalMark } = run
  const reading = { mapping, dateOrder, decimalMark, defaults: defaultsOf(account) }
  return {
    lookUp: (ctx, groups) => lookUpInvoices(ctx, groups, reading, file),
    recall: (group, kept) => counted(kept) && recallInvoice(group, reading, file, kept?.record),
  }
}

/** False when this check is outdated. */
async function checkBatch(
  uow: UnitOfWork,
  payload: CheckPayload,
  check: RowCheck,
  groups: readonly RowGroup[],
  checkedBefore: number,
): Promise<boolean> {
  const judge = await uow.transaction(async (ctx) => {
    await discardPlans(ctx)
    return check.lookUp(ctx, groups)
  })
  const judged = judge()
  return uow.transaction((ctx) => keepBatch(ctx, payload, judged, checkedBefore))
}

async function keepBatch(
  ctx: Ctx,
  payload: CheckPayload,
  judged: readonly JudgedGroup[],
  checkedBefore: number,
): Promise<boolean> {
  const run = await lockRun(ctx, payload.import)
  // A job can run twice after its lease expires. Only the one that continues from the stored count may store
  // rows.
  if (!isCurrent(run, payload) || run.checkedRows !== checkedBefore) return false
  const rows = judged.flatMap(({ group, record, outcome, errors, summary }) =>
    group.rows.map(({ rowNumber, cells }) => ({
      rowNumber,
      cells,
      outcome,
      errors,
      summary,
      groupRow: group.rowNumber,
      record: rowNumber === group.rowNumber ? record : null,
    })),
  )
  await insertRows(ctx, run.id, rows)
  const outcomes = addCounts(run.outcomes, countRowOutcomes(rows.map((row) => row.outcome)))
  const checkedRows = run.checkedRows + rows.length
  await updateRun(ctx, run.id, {
    checkedRows,
    totalRows: Math.max(run.totalRows, checkedRows),
    outcomes,
    attempts: 0,
  })
  return true
}

const addCounts = (one: RowOutcomeCounts, other: RowOutcomeCounts): RowOutcomeCounts =>
  Object.fromEntries(
    ROW_OUTCOMES.map((outcome) => [outcome, one[outcome] + other[outcome]]),
  ) as RowOutcomeCounts

async function finishCheck(ctx: Ctx, payload: CheckPayload): Promise<void> {
  const run = await lockRun(ctx, payload.import)
  if (isCurrent(run, payload)) await updateRun(ctx, run.id, { status: 'ready', totalRows: run.checkedRows })
}
