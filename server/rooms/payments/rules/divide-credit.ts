import { smallerMinor } from '../../../../domain/money/money.ts'

interface Share {
  readonly invoiceId: string
  readonly amountMinor: bigint
}

/** An amount of one source of credit for one invoice. */
export interface SourcedShare<Source> extends Share {
  readonly source: Source
}

/**
 * Takes shares from sources of credit, first ones first. Shares beyond the credit are cut, so that nothing is settled
 * with credit that is not there.
 */
export function divideCredit<Source extends { readonly freeMinor: bigint }>(
  shares: readonly Share[],
  sources: readonly Source[],
): SourcedShare<Source>[] {
  const rest = sources.map((source) => ({ source, leftMinor: source.freeMinor }))
  return shares.flatMap(({ invoiceId, amountMinor }) => {
    let wanted = amountMinor
    return rest.flatMap((one) => {
      const part = smallerMinor(one.leftMinor, wanted)
      if (part <= 0n) return []
      one.leftMinor -= part
      wanted -= part
      return [{ source: one.source, invoiceId, amountMinor: part }]
    })
  })
}
