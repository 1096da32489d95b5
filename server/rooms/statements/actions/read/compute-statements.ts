import { buildStatement, type Statement } from '../../../../../domain/statements/build-statement.ts'
import type { StatementPeriod } from '../../../../../domain/statements/statement-period.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { type CustomerPosting, selectCustomerPostings } from '../../../ledger/index.ts'
import { readDocuments } from '../../store/statement-facts.ts'

export interface CustomerStatement {
  readonly customerId: string
  readonly currency: string
  readonly figures: Statement
}

/**
 * Computes the statements of customers for a period from the ledger as it is now, one for each currency with a
 * posting, in the order of customers and currencies.
 */
export async function computeStatements(
  ctx: Ctx,
  customerIds: readonly string[],
  period: StatementPeriod,
): Promise<CustomerStatement[]> {
  const postings = await selectCustomerPostings(ctx, customerIds, period)
  const ids = new Set(postings.map((posting) => posting.documentId).filter((id) => id !== null))
  const documents = await readDocuments(ctx, [...ids])
  return [...Map.groupBy(postings, keyOf).values()].map((own) => ({
    customerId: own[0]!.customerId,
    currency: own[0]!.currency,
    figures: buildStatement({
      to: period.to,
      before: own.filter((posting) => posting.entry === null),
      postings: own.flatMap(({ entry, ...posting }) =>
        entry === null ? [] : [{ ...posting, ...entry, entryId: entry.id }],
      ),
      documents,
    }),
  }))
}

const keyOf = ({ customerId, currency }: CustomerPosting): string => `${customerId} ${currency}`
