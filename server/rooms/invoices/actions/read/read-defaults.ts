import { dueDate } from '../../../../../domain/dates/terms.ts'
import { formatRate } from '../../../../../domain/money/rate.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readDeposits } from '../../../connections/index.ts'
import { peekNumber } from '../../store/numbers.ts'
import { taxRatesUsed } from '../../store/tax-rates.ts'
import { readIssuer } from './read-issuer.ts'

/**
 * Returns defaults for a new invoice: the next number (another invoice may take it first), today, terms and
 * notes.
 */
export async function readDefaults(ctx: Ctx) {
  const issuer = await readIssuer(ctx)
  const terms = issuer.defaultTerms === 'custom' ? 'net_30' : issuer.defaultTerms
  const rates = await taxRatesUsed(ctx)
  return {
    number: await peekNumber(ctx, 'invoice'),
    invoice_date: issuer.today,
    due_date: dueDate(issuer.today, terms) ?? issuer.today,
    terms,
    notes: issuer.defaultNotes,
    currency: issuer.currency,
    deposits: await readDeposits(ctx),
    tax_rates: rates.map((rate) => ({ name: rate.name, rate: formatRate(rate.ppm) })),
  }
}
