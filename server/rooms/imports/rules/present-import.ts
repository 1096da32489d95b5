import { labelOf, TARGETS } from './columns/targets.ts'
import type { ImportRun, KeptRow } from './import-run.ts'
import { keptUntil } from './keeping.ts'

/** Converts an import to the API's shape. */
export const presentImport = (run: ImportRun) => ({
  pk: run.id,
  kind: run.kind,
  file_name: run.fileName,
  status: run.status,
  columns: [...run.columns],
  samples: run.samples.map((row) => [...row]),
  targets: TARGETS[run.kind].map((target) => ({ ...target })),
  mapping: Object.fromEntries(TARGETS[run.kind].map(({ name }) => [name, run.mapping[name] ?? null])),
  date_order: run.dateOrder,
  decimal_mark: run.decimalMark,
  total_rows: run.totalRows,
  checked_rows: run.checkedRows,
  written_rows: run.writtenRows,
  outcomes: { ...run.outcomes },
  failure: run.failure,
  created: run.createdAt.toISOString(),
  finished_at: run.finishedAt?.toISOString() ?? null,
  kept_until: keptUntil(run)?.toISOString() ?? null,
})

export type ImportReply = ReturnType<typeof presentImport>

export const presentRow = (row: KeptRow) => ({
  row_number: row.rowNumber,
  cells: row.cells,
  outcome: row.outcome,
  errors: Object.fromEntries(
    Object.entries(row.errors).map(([target, sentences]) => [target, [...sentences]]),
  ),
  summary: row.summary,
})

export type RowReply = ReturnType<typeof presentRow>

/** Returns all faults of a row as one cell: 'Email: ‘x’ is not an email address. Total: …' */
export const reasonOf = (run: Pick<ImportRun, 'kind'>, row: Pick<KeptRow, 'errors'>): string =>
  Object.entries(row.errors)
    .map(([target, sentences]) => {
      const text = sentences.join(' ')
      return target === 'non_field_errors' ? text : `${labelOf(run.kind, target)}: ${text}`
    })
    .join(' ')
