import { CompiledQuery } from 'kysely'
import type { World } from './open-world.ts'
import type { ChargeRecord } from './processor-row.ts'

/** A payment as the product has it. Amounts in minor units. */
interface Booked {
  readonly id: string
  readonly status: string
  readonly ref: string | null
  readonly currency: string
  readonly captured: string
  readonly refunded: string
  /** Amount on the ledger's clearing account: what the processor owes the business for it. */
  readonly cleared: string
  readonly refunds: readonly {
    readonly id: string
    readonly ref: string | null
    readonly amount: string
    readonly status: string
  }[]
}

const FINAL: ReadonlySet<string> = new Set(['confirmed', 'refunded', 'rejected'])

type RunQuery = (text: string, values: unknown[]) => Promise<readonly Booked[]>

/**
 * Compares a company's books with the processor's own records. Returns the differences: none when every charge and refund is
 * booked once and to the cent.
 */
export async function compareWithRecords(
  charges: readonly ChargeRecord[],
  runQuery: RunQuery,
  [accountId, provider]: readonly [string, string],
): Promise<string[]> {
  const payments = await runQuery(PAYMENTS, [accountId, provider])
  const differences = charges.flatMap((charge) => {
    const payment = payments.find(({ ref, id }) => ref === charge.ref || id === charge.ourId)
    return payment ? compare(charge, payment) : charge.captured > 0n ? [`${charge.ref} is not booked`] : []
  })
  const known = new Set(charges.map(({ ref }) => ref))
  const invented = payments.filter(({ ref, cleared }) => BigInt(cleared) !== 0n && !known.has(ref ?? ''))
  return [...differences, ...invented.map(({ id }) => `${id} is booked and was never charged`)]
}

/** Compares the books of a product in this process. */
export const compareBooks = async ({ company, processor, provider }: World): Promise<string[]> =>
  compareWithRecords(
    await processor.readBooks(),
    (text, values) =>
      company.run(async (ctx) => (await ctx.db.executeQuery<Booked>(CompiledQuery.raw(text, values))).rows),
    [company.accountId, provider],
  )

/** Refunds of ours have to be the same on both sides; others, made at the processor, count by their sum. */
function compare(charge: ChargeRecord, payment: Booked): string[] {
  const ours = payment.refunds.filter(({ ref, status }) => ref !== null && status === 'confirmed')
  const ids = new Set(payment.refunds.map(({ id }) => id))
  const refs = new Set(ours.map(({ ref }) => ref))
  const theirs = charge.refunds.filter(({ ref, ourId }) => ids.has(ourId ?? '') || refs.has(ref))
  const expected: Readonly<Record<string, unknown>> = {
    currency: charge.currency,
    cleared: charge.captured - charge.refunded,
    ...(FINAL.has(charge.status) && { status: charge.status }),
    ...(charge.captured > 0n && { ref: charge.ref, refunds: textOf(theirs) }),
  }
  const actual: Readonly<Record<string, unknown>> = {
    ...payment,
    cleared: BigInt(payment.cleared),
    refunds: textOf(ours),
  }
  return Object.keys(expected)
    .filter((name) => expected[name] !== actual[name])
    .map(
      (name) =>
        `${charge.ref}: ${name} is ${String(actual[name])}, at the processor ${String(expected[name])}`,
    )
}

const textOf = (
  refunds: readonly { readonly ref: string | null; readonly amount: string | bigint }[],
): string =>
  refunds
    .map(({ ref, amount }) => `${ref} ${amount}`)
    .toSorted()
    .join(', ')

const PAYMENTS = `
  select p.id, p.status, p.provider_ref as ref, p.currency, p.captured_minor::text as captured, p.refunded_minor::text as refunded,
    (select coalesce(sum(l.amount_minor), 0)::text from ledger_postings l
      join ledger_entries e on e.account_id = l.account_id and e.id = l.entry_id
      where e.account_id = p.account_id and l.ledger_account = 'clearing' and (e.source_id = p.id
        or e.source_id in (select f.id from refunds f where f.account_id = p.account_id and f.payment_id = p.id))) as cleared,
    (select coalesce(json_agg(json_build_object('id', f.id, 'ref', f.provider_ref, 'amount', f.amount_minor::text, 'status', f.status)), '[]')
      from refunds f where f.account_id = p.account_id and f.payment_id = p.id) as refunds
  from payments p where p.account_id = $1 and p.provider = $2`
