import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'
import { mirroredNumbers } from '../../../../../domain/invoices/mirrored-numbers.ts'
import { type Ctx, nextId } from '../../../../platform/context.ts'
import { bookInvoices } from '../../../ledger/index.ts'
import { roomLeft } from '../../../plans/index.ts'
import type { WrittenLine } from '../../rules.ts'
import { countAllInvoices } from '../../store/counters.ts'
import { insertImported } from '../../store/import-invoices.ts'

/** An invoice that is kept in an accounting platform, with its amounts as stated there. */
export interface MirroredInvoice {
  /** The platform's own id, which makes a number unique that is used twice there. */
  readonly remoteId: string
  readonly number: string
  readonly customerId: string
  readonly currency: string
  readonly invoiceDate: CalendarDate
  readonly dueDate: CalendarDate
  readonly notes: string
  /** Their net amounts and taxes add up to the total. */
  readonly lines: readonly WrittenLine[]
  readonly taxMinor: bigint
  /** More than zero. */
  readonly totalMinor: bigint
  /** Amount that is still owed there: zero to the total. */
  readonly remainingMinor: bigint
}

export const totalsOf = ({ totalMinor, taxMinor }: Pick<MirroredInvoice, 'totalMinor' | 'taxMinor'>) => ({
  subtotalMinor: totalMinor - taxMinor,
  discountMinor: 0n,
  taxMinor,
  totalMinor,
})

/** Returns how many more invoices the account's plan allows; infinity without a cap. */
export const roomForInvoices = (ctx: Ctx): Promise<number> =>
  roomLeft(ctx, 'MAX_INVOICES', () => countAllInvoices(ctx))

/**
 * Writes and books invoices that were read for the first time, in a fixed number of statements. An invoice whose number is used
 * gets a part of its id at the platform behind it. Returns our ids by the platform's.
 */
export async function mirrorNewInvoices(
  ctx: Ctx,
  invoices: readonly MirroredInvoice[],
): Promise<ReadonlyMap<string, string>> {
  const written = new Map<string, string>()
  for (let at = 0; written.size < invoices.length; at++) {
    const left = invoices.filter(({ remoteId }) => !written.has(remoteId))
    for (const [remoteId, id] of await insertBooked(ctx, onceEach(left.map((one) => numbered(one, at)))))
      written.set(remoteId, id)
  }
  return written
}

function numbered(invoice: MirroredInvoice, at: number): MirroredInvoice {
  const number = mirroredNumbers(invoice.number, invoice.remoteId)[at]
  if (number === undefined) throw new Error(`no number is free for ${invoice.remoteId}`)
  return { ...invoice, number }
}

/** The first of a number has it. */
const onceEach = (invoices: readonly MirroredInvoice[]): MirroredInvoice[] => [
  ...new Map(invoices.toReversed().map((one) => [one.number.toLowerCase(), one])).values(),
]

async function insertBooked(ctx: Ctx, invoices: readonly MirroredInvoice[]): Promise<Map<string, string>> {
  if (invoices.length === 0) return new Map()
  const rows = invoices.map((invoice) => ({
    ...invoice,
    id: nextId(ctx),
    terms: 'custom' as const,
    totals: totalsOf(invoice),
    fingerprint: null,
  }))
  const ids = new Set(await insertImported(ctx, rows))
  const written = rows.filter(({ id }) => ids.has(id))
  await bookInvoices(
    ctx,
    written.map((invoice) => ({
      invoiceId: invoice.id,
      customerId: invoice.customerId,
      currency: invoice.currency,
      number: invoice.number,
      bookedOn: invoice.invoiceDate,
      dueDate: invoice.dueDate,
      netMinor: invoice.totalMinor - invoice.taxMinor,
      taxMinor: invoice.taxMinor,
      formerlyPaidMinor: invoice.totalMinor - invoice.remainingMinor,
    })),
  )
  return new Map(written.map(({ remoteId, id }) => [remoteId, id]))
}
