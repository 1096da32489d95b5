import type { DateFormat } from '../../../../domain/dates/calendar.ts'
import type { DecimalMark } from '../../../../domain/parsing/loose-input.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { type Mapping, mappingErrors, TARGETS } from '../rules/columns/targets.ts'
import { FILE_GONE } from '../rules/keeping.ts'
import { type ImportReply, presentImport } from '../rules/present-import.ts'
import { NO_ROWS } from '../rules/row-outcomes.ts'
import { deleteRows } from '../store/rows.ts'
import { findRun, lockRun, updateRun } from '../store/runs.ts'

export interface CheckOptions {
  readonly mapping: Mapping
  readonly date_order: DateFormat
  readonly decimal_mark: DecimalMark
}

/**
 * Sets how the file is read and starts a new check of every row. Can be repeated until rows are being
 * written. Refuses missing and invalid columns beside `mapping.…`; wrong_state once it runs or is done, or
 * its file is deleted.
 */
export async function checkImport(ctx: Ctx, id: string, options: CheckOptions): Promise<ImportReply> {
  const run = await lockRun(ctx, id)
  if (!run) throw refuse('not_found')
  if (run.status === 'running' || run.status === 'done')
    throw refuse(
      'wrong_state',
      'These rows are already imported. Upload the file again to change the columns.',
    )
  if (run.fileId === null) throw refuse('wrong_state', FILE_GONE)
  const errors = mappingErrors(run.kind, options.mapping, run.columns.length)
  if (Object.keys(errors).length > 0) throw refuseFields(errors)
  const generation = run.generation + 1
  await deleteRows(ctx, id)
  await updateRun(ctx, id, {
    status: 'previewing',
    mapping: Object.fromEntries(TARGETS[run.kind].map(({ name }) => [name, options.mapping[name] ?? null])),
    dateOrder: options.date_order,
    decimalMark: options.decimal_mark,
    checkedRows: 0,
    writtenRows: 0,
    outcomes: NO_ROWS,
    generation,
    attempts: 0,
    failure: null,
  })
  await ctx.app.jobs.enqueue(ctx, 'imports.check-rows', { import: id, generation })
  await audit(ctx, 'imports.check', { type: 'import', id }, { mapping: options.mapping })
  return presentImport((await findRun(ctx, id))!)
}
