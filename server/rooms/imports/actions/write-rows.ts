import { audit } from '../../../platform/audit.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import { failpoint } from '../../../platform/control/failpoint.ts'
import type { ImportRun } from '../rules/import-run.ts'
import { PACE } from '../rules/pace.ts'
import {
  countRowOutcomes,
  type ImportKind,
  ROW_OUTCOMES,
  type RowOutcomeCounts,
} from '../rules/row-outcomes.ts'
import { type GroupOutcome, type GroupToWrite, nextGroupsToWrite, settleGroups } from '../store/rows.ts'
import { discardPlans, lockRun, lockWriting, updateRun } from '../store/runs.ts'
import { failImportClearly } from './fail-import.ts'
import { measureTables } from './measure-tables.ts'
import { writeCustomers } from './write-customers.ts'
import { writeInvoices } from './write-invoices.ts'

/**
 * Writes the valid rows in the order of the file, a thousand per transaction. The records and the progress
 * are committed together, so that it resumes with the next row after a crash and writes none twice.
 */
export async function writeRows(uow: UnitOfWork, importId: string, pace = PACE): Promise<void> {
  await failImportClearly(uow, importId, async () => {
    const deadline = uow.app.clock.wallNow() + pace.sliceMs
    for (;;) {
      const step = await uow.transaction((ctx) => writeBatch(ctx, importId, pace.batch))
      await failpoint(step.done ? 'import.done' : 'import.batch_committed')
      if (step.measure) await measureTables(uow, step.kind)
      if (step.done) return
      if (uow.app.clock.wallNow() < deadline) continue
      await uow.transaction((ctx) => ctx.app.jobs.enqueue(ctx, 'imports.write-rows', { import: importId }))
      return
    }
  })
}

interface Step {
  readonly kind: ImportKind
  readonly done: boolean
  /** True when many rows were added since the tables were analyzed. */
  readonly measure: boolean
}

async function writeBatch(ctx: Ctx, importId: string, most: number): Promise<Step> {
  await discardPlans(ctx)
  const run = await lockRun(ctx, importId)
  if (run?.status !== 'running') return { kind: 'customers', done: true, measure: false }
  const groups = await nextGroupsToWrite(ctx, importId, most)
  if (groups.length === 0) {
    await finishImport(ctx, run)
    return { kind: run.kind, done: true, measure: false }
  }
  await lockWriting(ctx)
  // The account may have changed since the check, so every row is judged again.
  const outcomes =
    run.kind === 'customers' ? await writeCustomers(ctx, groups) : await writeInvoices(ctx, run, groups)
  await failpoint('import.written')
  await settleGroups(ctx, importId, outcomes)
  const writtenRows = run.writtenRows + rowsWritten(groups, outcomes)
  await updateRun(ctx, importId, {
    writtenRows,
    outcomes: moveCounts(run.outcomes, groups, outcomes),
    attempts: 0,
  })
  await failpoint('import.batch_before_commit')
  return {
    kind: run.kind,
    done: false,
    measure: MEASURED_AT.some((rows) => run.writtenRows < rows && writtenRows >= rows),
  }
}

/** A query plan for so many rows suits ten times as many. */
const MEASURED_AT = [1000, 10_000, 100_000]

const rowsWritten = (groups: readonly GroupToWrite[], outcomes: readonly GroupOutcome[]): number =>
  groups.reduce((sum, group, index) => {
    const { outcome } = outcomes[index]!
    return outcome === 'create' || outcome === 'update' ? sum + group.rowCount : sum
  }, 0)

function moveCounts(
  counts: RowOutcomeCounts,
  groups: readonly GroupToWrite[],
  outcomes: readonly GroupOutcome[],
): RowOutcomeCounts {
  const rowsOf = (outcomeOf: (index: number) => GroupToWrite['outcome']) =>
    countRowOutcomes(
      groups.flatMap((group, index) => Array.from({ length: group.rowCount }, () => outcomeOf(index))),
    )
  const before = rowsOf((index) => groups[index]!.outcome)
  const after = rowsOf((index) => outcomes[index]!.outcome)
  return Object.fromEntries(
    ROW_OUTCOMES.map((outcome) => [outcome, counts[outcome] - before[outcome] + after[outcome]]),
  ) as RowOutcomeCounts
}

async function finishImport(ctx: Ctx, run: ImportRun): Promise<void> {
  await updateRun(ctx, run.id, { status: 'done', finishedAt: asDate(ctx.now), failure: null })
  await audit(ctx, 'imports.finish', { type: 'import', id: run.id }, { kind: run.kind, fates: run.outcomes })
}
