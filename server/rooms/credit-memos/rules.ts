import { formatAmount } from '../../../domain/money/money.ts'

export interface MemoFacts {
  readonly id: string
  readonly number: string
  readonly state: 'open' | 'void'
  readonly customerId: string
  readonly customerName: string
  readonly currency: string
  readonly issuedOn: string
  readonly reason: string
  /** True for a payment, prepayment or overpayment at an accounting platform, as its number says. */
  readonly received: boolean
  /** True when no connected books have it since the account moved to others. */
  readonly keptAfterMove: boolean
  readonly totalMinor: bigint
  /** Zero for a void memo. */
  readonly remainingMinor: bigint
}

export interface Application {
  readonly id: string
  readonly invoiceId: string
  readonly invoiceNumber: string
  readonly amountMinor: bigint
  readonly appliedAt: Date
  readonly unappliedAt: Date | null
}

/** Returns 'Void'; 'Applied' when nothing remains; otherwise 'Open'. */
export function memoStatus(memo: Pick<MemoFacts, 'state' | 'remainingMinor'>): 'Open' | 'Applied' | 'Void' {
  if (memo.state === 'void') return 'Void'
  return memo.remainingMinor === 0n ? 'Applied' : 'Open'
}

/** A credit memo in the shape of lists. */
export function presentMemo(memo: MemoFacts) {
  const total = formatAmount(memo.totalMinor, memo.currency)
  const remaining = formatAmount(memo.remainingMinor, memo.currency)
  return {
    pk: memo.id,
    id: memo.id,
    number: memo.number,
    status: memoStatus(memo),
    customer: { pk: memo.customerId, short_name: memo.customerName },
    currency: memo.currency,
    issued_on: memo.issuedOn,
    reason: memo.reason,
    received: memo.received,
    kept_after_move: memo.keptAfterMove,
    total,
    total_amount: total,
    remaining,
    remaining_credit: remaining,
  }
}

/** A credit memo with its applications. */
export const presentMemoDetail = (memo: MemoFacts, applications: readonly Application[]) => ({
  ...presentMemo(memo),
  applications: applications.map((application) => ({
    pk: application.id,
    invoice: { pk: application.invoiceId, number: application.invoiceNumber },
    amount: formatAmount(application.amountMinor, memo.currency),
    applied_at: application.appliedAt.toISOString(),
    unapplied_at: application.unappliedAt?.toISOString() ?? null,
  })),
})

export type MemoReply = ReturnType<typeof presentMemoDetail>
