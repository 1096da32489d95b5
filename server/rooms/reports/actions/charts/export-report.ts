import type { charts } from '../../../../../contract/reports/charts.ts'
import type { FileInParts, InputOf } from '../../../../../contract/route.ts'
import { audit } from '../../../../platform/audit.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { exportTable } from '../../../../platform/exports/export-table.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { chooseCurrency } from './choose-currency.ts'
import { keepSums } from './follow-ledger.ts'
import { asOf } from './read-aging.ts'
import { readReportTable } from './report-tables.ts'

/**
 * Exports a report with the rows of its page; the aging by customer with those of all customers. The export is in the audit log.
 * Refuses invalid_input for a future day, and wrong_state while the report is being prepared.
 */
export const exportReport = (
  uow: UnitOfWork,
  { report, format, ...query }: InputOf<typeof charts.export>['body'],
): Promise<FileInParts> =>
  uow.transaction(async (ctx) => {
    const { today, currency } = await chooseCurrency(ctx, query.currency)
    const on = asOf(query.on, today)
    if (!(await keepSums(ctx)))
      throw refuse('wrong_state', 'This report is being prepared. Try again in a minute.')
    const table = await readReportTable(ctx, { report, currency, on })
    await audit(
      ctx,
      'reports.export',
      { type: 'report', id: null },
      {
        report,
        currency,
        ...(report === 'aging' && { on }),
        rows: table.rows.length,
      },
    )
    return exportTable({ ...table, format, today })
  })
