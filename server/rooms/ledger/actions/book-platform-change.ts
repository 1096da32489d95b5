import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { NewEntry, Posting } from '../rules.ts'
import type { Receivable } from '../store/entries.ts'
import { appendEntries } from './append-entries.ts'
import { nameOfCredit } from './book-credit.ts'

/** The state of an invoice that is kept in an accounting platform. Amounts are changes, in minor units. */
export interface PlatformChange {
  /** Locked. */
  readonly receivable: Receivable
  readonly number: string
  readonly bookedOn: CalendarDate
  readonly dueDate: CalendarDate
  readonly customerId: string
  readonly netMinor: bigint
  readonly taxMinor: bigint
  /** Settled there since the last change; negative when something was taken back there. */
  readonly settledMinor: bigint
  /** The platform's own number of the payment, where one is known. */
  readonly reference: string | null
}

/**
 * Books what changed of an invoice in its accounting platform: amount, due date and customer in one entry, and what was settled
 * there in another. The caller has checked that the rest stays between what is reserved and what is charged. A paid invoice that
 * moves to another customer stays with the former one in the ledger, since nothing of it is owed.
 */
export async function bookPlatformChange(ctx: Ctx, change: PlatformChange): Promise<void> {
  const { receivable } = change
  const moves = movesOwed(change)
  const settled = change.settledMinor === 0n ? [] : [settledEntry(ctx, change, moves)]
  const changed = changeEntry(ctx, change, moves)
  // An entry must not leave more settled than charged.
  const entries = change.settledMinor < 0n ? [...settled, ...changed] : [...changed, ...settled]
  await appendEntries(ctx, entries, [receivable])
}

/** Amount that is owed before the change, with what is taken back there. */
const owedBefore = ({ receivable, settledMinor }: PlatformChange): bigint =>
  receivable.remainingMinor + (settledMinor < 0n ? -settledMinor : 0n)

const movesOwed = (change: PlatformChange): boolean =>
  change.customerId !== change.receivable.customerId && owedBefore(change) > 0n

function changeEntry(ctx: Ctx, change: PlatformChange, moves: boolean): NewEntry[] {
  const { receivable, netMinor, taxMinor } = change
  const { invoiceId, currency } = receivable
  const former = receivable.customerId
  const isLater = change.dueDate !== receivable.dueDate
  if (netMinor === 0n && taxMinor === 0n && !moves && !isLater) return []
  const customerId = moves ? change.customerId : former
  const leg = (ledgerAccount: Posting['ledgerAccount'], amountMinor: bigint): Posting => ({
    ledgerAccount,
    customerId,
    currency,
    amountMinor,
  })
  const owed = (customer: string, amountMinor: bigint): Posting => ({
    ledgerAccount: 'receivable',
    customerId: customer,
    invoiceId,
    currency,
    amountMinor,
  })
  // Both legs of the former amount make an entry of a new due date or customer alone.
  const turned = moves ? owedBefore(change) : receivable.chargedMinor
  return [
    {
      id: nextId(ctx),
      kind: 'invoice_change',
      bookedOn: change.bookedOn,
      customerId,
      source: { type: 'invoice', id: invoiceId },
      description: `Invoice ${change.number} changed`,
      dueDates: { [invoiceId]: change.dueDate },
      postings: [
        owed(former, -turned),
        owed(customerId, turned + netMinor + taxMinor),
        leg('sales', -netMinor),
        leg('sales_tax', -taxMinor),
      ],
    },
  ]
}

function settledEntry(ctx: Ctx, change: PlatformChange, moves: boolean): NewEntry {
  const { receivable, settledMinor, reference } = change
  const { invoiceId, currency } = receivable
  const customerId = settledMinor > 0n && moves ? change.customerId : receivable.customerId
  const paid = reference === null ? `Paid on invoice ${change.number}` : `Payment ${reference}`
  const description = settledMinor > 0n ? paid : `Payment on invoice ${change.number} taken back`
  return {
    id: nextId(ctx),
    kind: 'payment',
    bookedOn: change.bookedOn,
    customerId,
    // No payment row exists for it.
    source: { type: 'import', id: nextId(ctx) },
    description,
    postings: [
      { ledgerAccount: 'clearing', customerId, currency, amountMinor: settledMinor },
      { ledgerAccount: 'receivable', customerId, invoiceId, currency, amountMinor: -settledMinor },
    ],
  }
}

/** Books the part of a credit memo that was used in its accounting platform, or restored there when negative. */
export async function bookPlatformCredit(
  ctx: Ctx,
  memo: {
    readonly memoId: string
    readonly customerId: string
    readonly currency: string
    readonly number: string
    readonly isReceived: boolean
    readonly bookedOn: CalendarDate
    readonly usedMinor: bigint
  },
): Promise<void> {
  const { customerId, currency, usedMinor } = memo
  await appendEntries(ctx, [
    {
      id: nextId(ctx),
      kind: 'payment',
      bookedOn: memo.bookedOn,
      customerId,
      source: { type: 'import', id: nextId(ctx) },
      description: `${nameOfCredit(memo)} used`,
      postings: [
        { ledgerAccount: 'clearing', customerId, currency, amountMinor: -usedMinor },
        {
          ledgerAccount: 'customer_credit',
          customerId,
          creditMemoId: memo.memoId,
          currency,
          amountMinor: usedMinor,
        },
      ],
    },
  ])
}
