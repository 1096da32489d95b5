import type { CalendarDate } from '../../domain/dates/calendar.ts'
import { isoInstant } from '../../server/platform/clock.ts'
import { newId, sha256 } from '../../server/platform/ids.ts'
import {
  addToDay,
  type DayDelta,
  type EntryKind,
  entryFacts,
  type Posting,
} from '../../server/rooms/ledger/index.ts'
import { COPY_NULL, copyBytes, copyText } from './copy-in.ts'
import { pooledBytes } from './pooled-bytes.ts'
import type { RowBuffers } from './tables.ts'

interface Booking {
  readonly at: number
  readonly bookedOn: CalendarDate
  readonly customerId: string
  readonly currency: string
  readonly number: string
}
type Leg = readonly [
  account: Posting['ledgerAccount'],
  amountMinor: bigint,
  of?: { invoiceId?: string; creditMemoId?: string },
]

type Entry = Parameters<typeof entryFacts>[0]

/** Writes entries and postings, each hashed with its predecessor, like the ledger room. */
export class LedgerChain {
  private readonly accountId: string
  private readonly rows: RowBuffers
  /** Totals of each day. */
  readonly days = new Map<string, DayDelta>()
  sequence: bigint
  hash: Buffer

  constructor(accountId: string, rows: RowBuffers, head: { sequence: bigint; hash: Buffer }) {
    this.accountId = accountId
    this.rows = rows
    this.sequence = head.sequence
    this.hash = head.hash
  }

  /** Returns the entry's id. */
  invoice(booking: Booking & { invoiceId: string; netMinor: bigint; taxMinor: bigint }): string {
    const { invoiceId, netMinor, taxMinor } = booking
    return this.append('invoice', booking, ['invoice', invoiceId], `Invoice ${booking.number}`, [
      ['receivable', netMinor + taxMinor, { invoiceId }],
      ['sales', -netMinor],
      ['sales_tax', -taxMinor],
    ])
  }

  void(
    booking: Booking & { invoiceId: string; reversesId: string; netMinor: bigint; taxMinor: bigint },
  ): void {
    const { invoiceId, netMinor, taxMinor, reversesId } = booking
    const legs: Leg[] = [
      ['receivable', -netMinor - taxMinor, { invoiceId }],
      ['sales', netMinor],
      ['sales_tax', taxMinor],
    ]
    this.append('void', booking, ['invoice', invoiceId], `Invoice ${booking.number} voided`, legs, reversesId)
  }

  writeOff(booking: Booking & { invoiceId: string; amountMinor: bigint }): void {
    const { invoiceId, amountMinor } = booking
    this.append(
      'write_off',
      booking,
      ['invoice', invoiceId],
      `Rest of invoice ${booking.number} written off`,
      [
        ['receivable', -amountMinor, { invoiceId }],
        ['write_offs', amountMinor],
      ],
    )
  }

  payment(
    booking: Booking & {
      paymentId: string
      shares: readonly { invoiceId: string; amountMinor: bigint }[]
      unappliedMinor: bigint
    },
  ): void {
    const { shares, unappliedMinor } = booking
    const settled = shares.reduce((sum, share) => sum + share.amountMinor, 0n)
    this.append('payment', booking, ['payment', booking.paymentId], `Payment ${booking.number}`, [
      ['clearing', settled + unappliedMinor],
      ...shares.map(({ invoiceId, amountMinor }): Leg => ['receivable', -amountMinor, { invoiceId }]),
      ['unapplied', -unappliedMinor],
    ])
  }

  creditMemo(booking: Booking & { memoId: string; totalMinor: bigint }): void {
    const { memoId, totalMinor } = booking
    this.append('credit_memo', booking, ['credit_memo', memoId], `Credit memo ${booking.number}`, [
      ['credits_given', totalMinor],
      ['customer_credit', -totalMinor, { creditMemoId: memoId }],
    ])
  }

  creditApplied(
    booking: Booking & {
      memoId: string
      applicationId: string
      invoiceId: string
      invoiceNumber: string
      amountMinor: bigint
    },
  ): void {
    const { memoId, invoiceId, amountMinor } = booking
    const text = `Credit memo ${booking.number} applied to invoice ${booking.invoiceNumber}`
    this.append('credit_applied', booking, ['credit_application', booking.applicationId], text, [
      ['customer_credit', amountMinor, { creditMemoId: memoId }],
      ['receivable', -amountMinor, { invoiceId }],
    ])
  }

  private append(
    kind: EntryKind,
    booking: Booking,
    source: readonly [type: string, id: string],
    description: string,
    legs: readonly Leg[],
    reversesId?: string,
  ): string {
    const { customerId, currency, bookedOn } = booking
    const id = newId(booking.at, pooledBytes)
    const postings = legs
      .filter(([, amountMinor]) => amountMinor !== 0n)
      .map(
        ([ledgerAccount, amountMinor, of]): Posting => ({
          ledgerAccount,
          customerId,
          ...of,
          currency,
          amountMinor,
        }),
      )
    if (postings.reduce((sum, leg) => sum + leg.amountMinor, 0n) !== 0n)
      throw new Error(`${description} does not balance`)
    const entry = {
      id,
      kind,
      bookedOn,
      customerId,
      source: { type: source[0], id: source[1] },
      ...(reversesId !== undefined && { reversesId }),
      description,
      postings,
    }
    this.chain(entry, booking.at)
    return id
  }

  private chain(entry: Entry, at: number): void {
    const previous = this.hash
    this.sequence += 1n
    this.hash = sha256(Buffer.concat([previous, entryFacts(entry)]))
    this.rows.add(
      'ledger_entries',
      this.accountId,
      entry.id,
      this.sequence,
      entry.kind,
      entry.bookedOn,
      isoInstant(at),
      entry.customerId ?? COPY_NULL,
      entry.source.type,
      entry.source.id,
      entry.reversesId ?? COPY_NULL,
      copyText(entry.description),
      copyBytes(previous),
      copyBytes(this.hash),
    )
    for (const [position, leg] of entry.postings.entries()) {
      addToDay(this.days, entry.bookedOn, leg)
      this.rows.add(
        'ledger_postings',
        this.accountId,
        entry.id,
        position,
        leg.ledgerAccount,
        leg.customerId ?? COPY_NULL,
        leg.invoiceId ?? COPY_NULL,
        leg.creditMemoId ?? COPY_NULL,
        leg.currency,
        leg.amountMinor,
      )
    }
  }
}
