import type { FileInParts, InputOf } from '../../../../contract/route.ts'
import type { companies } from '../../../../contract/worklist/companies.ts'
import { dateInZone } from '../../../../domain/dates/calendar.ts'
import type { TenantlessUnitOfWork } from '../../../platform/context.ts'
import type { ExportColumn } from '../../../platform/exports/columns.ts'
import { exportRows } from '../../../platform/exports/export-list.ts'
import { type Company, showAllCompanies } from './list-companies.ts'

/** One currency of a company. Counts stand in the first one, so that sums of the column are right. */
interface Line {
  readonly company: Company
  readonly owed: Company['owed'][number] | undefined
  readonly isFirst: boolean
}

const COLUMNS: readonly ExportColumn<Line>[] = [
  { name: 'Company', kind: 'text', value: ({ company }) => company.name },
  { name: 'Your role', kind: 'text', value: ({ company }) => company.role },
  { name: 'Status', kind: 'text', value: ({ company }) => company.state },
  { name: 'Currency', kind: 'text', value: ({ owed }) => owed?.currency ?? '' },
  { name: 'Owed', kind: 'amount', value: ({ owed }) => owed?.owed ?? null },
  { name: 'Overdue', kind: 'amount', value: ({ owed }) => owed?.overdue ?? null },
  {
    name: 'Overdue invoices',
    kind: 'number',
    value: ({ company, isFirst }) => (isFirst ? company.overdue_invoices : null),
  },
  {
    name: 'Tasks due',
    kind: 'number',
    value: ({ company, isFirst }) => (isFirst ? company.tasks_due : null),
  },
]

/** Exports the companies of the caller in the list's order. It is a person's overview, so no company's audit log has an entry. */
export async function exportCompanies(
  uow: TenantlessUnitOfWork,
  request: InputOf<typeof companies.export>['body'],
): Promise<FileInParts> {
  const { all, today } = await uow.transaction(async (ctx) => ({
    all: await showAllCompanies(ctx, request),
    today: dateInZone(ctx.now, 'UTC'),
  }))
  return exportRows(
    { name: 'Companies', format: request.format, columns: COLUMNS, today },
    all.flatMap(linesOf),
  )
}

const linesOf = (company: Company): Line[] =>
  (company.owed.length === 0 ? [undefined] : company.owed).map((owed, index) => ({
    company,
    owed,
    isFirst: index === 0,
  }))
