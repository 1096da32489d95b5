import { sampleOf } from '../ring.ts'
import type { ProcessorRow } from './processor-row.ts'
import { sandboxRow } from './rows/sandbox-row.ts'
import { stripeRow } from './rows/stripe-row.ts'

/** All processors that pass the whole proof. A new processor is added here. */
const ROWS: readonly ProcessorRow[] = [sandboxRow, stripeRow]

/** The rows of this run: all of them in `npm run proof`, the Sandbox and one other in `npm test`. */
export const CHOSEN_ROWS: readonly ProcessorRow[] = [
  sandboxRow,
  ...sampleOf(
    ROWS.filter((row) => row !== sandboxRow),
    1,
  ),
]
