import { isGate, sampleOf } from '../ring.ts'
import type { ProcessorRow } from './processor-row.ts'
import { lawPayRow } from './rows/lawpay-row.ts'
import { payPalRow } from './rows/paypal-row.ts'
import { payTraceRow } from './rows/paytrace-row.ts'
import { quickBooksPaymentsRow } from './rows/quickbooks-payments-row.ts'
import { sandboxRow } from './rows/sandbox-row.ts'
import { stripeRow } from './rows/stripe-row.ts'

/** All processors that pass the whole proof. A new processor is added here. */
const ROWS: readonly ProcessorRow[] = [
  sandboxRow,
  stripeRow,
  lawPayRow,
  payPalRow,
  payTraceRow,
  quickBooksPaymentsRow,
]

/** The rows of this run that reach their processor over the network: all of them in `npm run proof`, one in `npm test`. */
export const REMOTE_ROWS: readonly ProcessorRow[] = sampleOf(
  ROWS.filter((row) => row !== sandboxRow),
  1,
)

/** The rows of this run. */
export const CHOSEN_ROWS: readonly ProcessorRow[] = [sandboxRow, ...REMOTE_ROWS]

/** The rows of a proof that the Sandbox passes in another form in `npm test`. */
export const GATED_ROWS: readonly ProcessorRow[] = isGate ? REMOTE_ROWS : CHOSEN_ROWS
