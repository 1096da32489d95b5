import type { UnitOfWork } from '../../../platform/context.ts'
import type { ImportKind } from '../rules/row-outcomes.ts'
import { measureTable } from '../store/runs.ts'

const FILLED: Readonly<Record<ImportKind, readonly string[]>> = {
  customers: ['customers', 'import_rows'],
  invoices: [
    'customers',
    'import_rows',
    'invoices',
    'invoice_lines',
    'receivables',
    'customer_balances',
    'ledger_entries',
    'ledger_postings',
  ],
}

/** Analyzes the tables that an import fills. Only affects speed, so errors are logged and ignored. */
export async function measureTables(uow: UnitOfWork, kind: ImportKind): Promise<void> {
  for (const table of FILLED[kind]) {
    try {
      await uow.transaction((ctx) => measureTable(ctx, table))
    } catch (error) {
      uow.app.log.warn('a table could not be measured', { table, error })
    }
  }
}
