import { smallerMinor, sumMinor } from '../../../../domain/money/money.ts'
import type { Use } from '../../../gateways/accounting/port.ts'
import type { Wanted } from '../tables.ts'

/** The invoices here of those there, by the platform's ids. */
type LocalIds = ReadonlyMap<string, string>

const postedOf =
  ({ shares }: Pick<Wanted, 'shares'>, localIds: LocalIds) =>
  (remoteId: string): bigint =>
    BigInt(shares.find(({ invoice }) => invoice === localIds.get(remoteId))?.amount ?? 0)

/** Returns the uses of a payment there beyond those that were posted, of all that it settles there. */
export function usesBeyond(wanted: Wanted, applied: readonly Use[], localIds: LocalIds): Use[] {
  const posted = postedOf(wanted, localIds)
  return positive(
    byInvoice(applied).map(({ invoiceId, amountMinor }) => ({
      invoiceId,
      amountMinor: amountMinor - posted(invoiceId),
    })),
  )
}

/**
 * Returns the uses of a payment's rest that are not known here yet. The platform keeps the rest as a record of its own: of
 * `restMinor` in all, with its uses but without the invoices that the payment was posted for.
 */
export function usesOfRest(
  wanted: Wanted,
  uses: readonly Use[],
  restMinor: bigint,
  localIds: LocalIds,
): Use[] {
  const posted = postedOf(wanted, localIds)
  const shares = sumMinor(wanted.shares.map(({ amount }) => BigInt(amount)))
  let knownMinor = shares - (BigInt(wanted.total) - restMinor)
  return positive(
    byInvoice(uses).map(({ invoiceId, amountMinor }) => {
      const part = smallerMinor(smallerMinor(amountMinor, posted(invoiceId)), knownMinor)
      knownMinor -= part
      return { invoiceId, amountMinor: amountMinor - part }
    }),
  )
}

/** Returns what the platform settles with a payment of the invoices that it settles here, by their ids here. */
export function usesOfOwn(
  wanted: Wanted,
  uses: readonly Use[],
  localIds: LocalIds,
): ReadonlyMap<string, bigint> {
  const posted = postedOf(wanted, localIds)
  const parts = byInvoice(uses).map(({ invoiceId, amountMinor }) => ({
    invoiceId,
    amountMinor: smallerMinor(amountMinor, posted(invoiceId)),
  }))
  return new Map(positive(parts).map(({ invoiceId, amountMinor }) => [localIds.get(invoiceId)!, amountMinor]))
}

/** An invoice may be settled by several lines. */
const byInvoice = (uses: readonly Use[]): Use[] =>
  [...Map.groupBy(uses, ({ invoiceId }) => invoiceId)].map(([invoiceId, lines]) => ({
    invoiceId,
    amountMinor: sumMinor(lines.map(({ amountMinor }) => amountMinor)),
  }))

const positive = (uses: readonly Use[]): Use[] => uses.filter(({ amountMinor }) => amountMinor > 0n)
