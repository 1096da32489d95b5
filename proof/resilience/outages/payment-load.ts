import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { cardForm } from '../../../server/rooms/payments/testing.ts'
import type { HttpCompany } from '../../../testing/http-company.ts'
import { type FaultyRefusal, faultyRefusals } from '../../../testing/overload-refusals.ts'
import { waitUntil } from '../../../testing/wait-until.ts'
import { breachesOf, INVARIANTS } from '../../invariants.ts'
import { onTestEnd } from '../on-test-end.ts'
import { get, openFaultyServer, type Product, query } from './running-product.ts'

/** The product recovers without help within this time. */
export const RECOVERY_MS = 30_000
/** Keeps a payment under way most of the time, and leaves a core to other tests. */
const BETWEEN_PAYMENTS_MS = 200

/** Payments that were acknowledged and refused so far. */
export interface Load {
  readonly paid: string[]
  readonly refused: { status: number; retryAfter: unknown; ms: number; shape: string[] }[]
  stop(): Promise<void>
}

/** Pays a little of an invoice again and again, from each of `payers` at once, and records the replies. */
export function startLoad({ company, server }: Pick<Product, 'company' | 'server'>, payers = 3): Load {
  const paid: string[] = []
  const refused: Load['refused'] = []
  let running = true
  let turn = 0
  const payRepeatedly = async (): Promise<void> => {
    let invoice: Awaited<ReturnType<HttpCompany['linked']>> | undefined
    for (let left = 0; running; left--) {
      // A payer may try an invoice ten times an hour. While no new one can be created, the last one is used
      // on.
      if (left <= 0) {
        const next = await company.linked('100.00').catch(() => undefined)
        if (next) left = 9
        invoice = next ?? invoice
      }
      if (!invoice) continue
      const { invoiceId, session } = invoice
      const began = performance.now()
      const answer = await server.inject({
        method: 'POST',
        url: `/api/invoices/${invoiceId}/payment-options/sandbox-card/`,
        headers: {
          host: company.host,
          authorization: `Bearer ${session}`,
          'content-type': 'application/json',
        },
        payload: JSON.stringify(cardForm('1.00')),
        // Each from an address of its own, so that no rate limit delays them.
        remoteAddress: `10.0.${(turn >> 8) & 255}.${turn++ & 255}`,
      })
      if (answer.statusCode === 200) {
        // A payment with an unknown outcome is still being confirmed, so it is not acknowledged as paid.
        const { id, status } = answer.json<{ id: string; status: string }>()
        if (status === 'confirmed') paid.push(id)
        await sleep(BETWEEN_PAYMENTS_MS)
      } else {
        const ms = performance.now() - began
        const { status, shape } = { status: answer.statusCode, shape: Object.keys(answer.json()).sort() }
        refused.push({ status, retryAfter: answer.headers['retry-after'], ms, shape })
        // Rarely enough to cost nothing during the outage.
        await sleep(150)
      }
    }
  }
  const all = Promise.all(Array.from({ length: payers }, payRepeatedly))
  const stop = async (): Promise<void> => {
    running = false
    await all
  }
  onTestEnd(stop)
  return { paid, refused, stop }
}

/** Checks that readiness, payments and the workers' receipts resume without help within `withinMs`. */
export async function recoveryProblem(
  product: Pick<Product, 'server' | 'sent'>,
  load: Pick<Load, 'paid'>,
  withinMs = RECOVERY_MS,
): Promise<string | null> {
  const began = performance.now()
  if (!(await waitUntil(async () => (await get(product, '/ready/')).status === 200, withinMs)))
    return 'it is not ready'
  const before = load.paid.length
  if (!(await waitUntil(() => load.paid.length > before, withinMs))) return 'nobody can pay'
  const ms = performance.now() - began
  if (ms >= withinMs) return `took ${Math.round(ms)} ms`
  const mails = product.sent.length
  return (await waitUntil(() => product.sent.length > mails, withinMs)) ? null : 'no mail goes out'
}

export const expectRecovery = async (product: Product, load: Load): Promise<void> =>
  expect(await recoveryProblem(product, load)).toBeNull()

/** Long enough for a part that recovered together with the others. */
export const SOON_MS = 2_000

/**
 * Returns acknowledged payments that are missing, breached invariants, and refusals other than 429 or 503
 * with Retry-After.
 */
export async function findFalseReplies(
  product: Product,
  { paid, refused }: Pick<Load, 'paid' | 'refused'>,
): Promise<string[]> {
  const kept = await query<{ id: string }>(
    product.owner,
    `select id from payments where status = 'confirmed' and id = any('{${paid.join(',')}}')`,
  )
  const lost = paid.filter((one) => !kept.some(({ id }) => id === one))
  const breaches = await breachesOf((text) => query(product.owner, text), INVARIANTS)
  const others = refused.flatMap(({ status, retryAfter, shape }) => {
    if (![429, 503].includes(status)) return [`refused: is ${status}`]
    if (!retryAfter) return [`refused: says ${retryAfter} of when to come back`]
    return shape.join() === 'code,detail' ? [] : [`refused: has the shape ${shape.join()}`]
  })
  return [...lost.map((id) => `lost: ${id}`), ...breaches, ...others]
}

/** Bugs in replies to payers during an outage, with the problem that each causes. */
const PAYMENT_BUGS: readonly FaultyRefusal[] = [
  ...faultyRefusals(0)
    .slice(1)
    .map(([name, problem, fault]): FaultyRefusal => {
      return [name, new RegExp(problem.source.replace('^', '^refused: '), 'm'), fault]
    }),
  [
    'a refusal has another shape',
    /^refused: has the shape error$/m,
    {
      after: ({ method }, reply) =>
        method === 'POST' && reply.statusCode === 503 ? '{"error":1}' : undefined,
    },
  ],
  [
    'a payment that could not be booked is acknowledged',
    /^lost: [\w-]{36}$/m,
    {
      after: ({ method }, reply) => {
        if (method !== 'POST' || reply.statusCode !== 503) return undefined
        reply.code(200)
        return JSON.stringify({ id: randomUUID(), status: 'confirmed' })
      },
    },
  ],
]

/** Starts one more payer on a server with each of these bugs. */
export async function startFaultyLoads(product: Product) {
  const loads = await Promise.all(
    PAYMENT_BUGS.map(async ([, , fault]) =>
      startLoad({ company: product.company, server: await openFaultyServer(product, fault) }, 1),
    ),
  )
  return {
    /** True when each payer has paid once, since nobody is refused before. */
    haveBegun: () => waitUntil(() => loads.every(({ paid }) => paid.length > 0), RECOVERY_MS),
    async expectDetected(): Promise<void> {
      for (const [at, load] of loads.entries()) {
        const [name, problem] = PAYMENT_BUGS[at]!
        await load.stop()
        expect((await findFalseReplies(product, load)).join('\n'), name).toMatch(problem)
      }
    },
  }
}

export async function expectCorrectReplies(product: Product, load: Load): Promise<void> {
  await load.stop()
  expect(load.paid.length).toBeGreaterThan(0)
  expect(await findFalseReplies(product, load)).toEqual([])
}
