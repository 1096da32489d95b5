import type { Steps } from '../../../platform/context.ts'
import type { ImportKind } from '../rules/fates.ts'
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

/** Measures what an import has filled. It only makes what follows faster, so nothing depends on its success. */
export async function measureTables(steps: Steps, kind: ImportKind): Promise<void> {
  for (const table of FILLED[kind]) {
    try {
      await steps.transaction((ctx) => measureTable(ctx, table))
    } catch (error) {
      steps.app.log.warn('a table could not be measured', { table, error })
    }
  }
}
