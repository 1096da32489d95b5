import { describe, expect, it } from 'vitest'
import { type ProcessorPayment, succeeded } from '../../server/gateways/payments/port.ts'
import { signedRequest } from '../../server/gateways/payments/sandbox/webhook.ts'
import { webhookSecrets } from '../../server/platform/auth/webhook-secrets.ts'
import { readPayment, receiveProcessorEvent } from '../../server/rooms/payments/index.ts'
import {
  anOpenInvoice,
  balancesOf,
  eCheckForm,
  handleProcessorEvent,
  pay,
  paymentsFixture,
  portalOf,
} from '../../server/rooms/payments/testing.ts'
import { sampleOf } from '../ring.ts'

const payments = paymentsFixture(20)

const permutations = <T>(list: readonly T[]): T[][] =>
  list.length === 0
    ? [[]]
    : list.flatMap((one, at) => permutations(list.toSpliced(at, 1)).map((rest) => [one, ...rest]))

const EVENTS = [0, 1, 2, 3, 4]
const AT_ONCE = 10
const usd = (minor: bigint) => ({ minor, currency: 'USD' })

/** Changes at the processor by each of five consecutive events. */
type Scenario = readonly Partial<ProcessorPayment>[]

const CLEARED = { status: 'confirmed', captured: usd(10_000n) } as const
const REFUNDED_IN_PARTS: Scenario = [
  {},
  CLEARED,
  CLEARED,
  { ...CLEARED, refunded: usd(1_000n) },
  { ...CLEARED, refunded: usd(2_500n) },
]
const RETURNED: Scenario = [
  {},
  {},
  CLEARED,
  CLEARED,
  {
    ...CLEARED,
    status: 'rejected',
    captured: usd(0n),
    reason: { kind: 'returned', code: 'R01', message: 'The bank returned the e-check.' },
  },
]

/** Starts an e-check. `setState` sets the processor's state to that of an event. */
async function startECheck(scenario: Scenario, reported: Map<string, ProcessorPayment>) {
  const { tenant } = payments
  const invoice = await tenant.run((ctx) => anOpenInvoice(ctx, '100.00'))
  const uow = tenant.uow(portalOf(payments.app, invoice.customer.id))
  const { id } = await pay(uow, invoice.invoiceId, eCheckForm('100.00'), 'sandbox-e-check')
  const ref = (await tenant.run((ctx) => readPayment(ctx, id))).gateway_id!
  const first = await payments.sandbox.fetch({ accountId: tenant.accountId }, ref)
  if (!first.ok) throw new Error(`the Sandbox forgot ${ref}`)
  const setState = (event: number) => reported.set(ref, { ...first.value, ...scenario[event] })
  return { invoiceId: invoice.invoiceId, paymentId: id, ref, setState }
}

/**
 * Delivers the events of an e-check in this order. The processor's state is that of the latest event so far.
 */
async function deliver(
  eCheck: Awaited<ReturnType<typeof startECheck>>,
  order: readonly number[],
): Promise<unknown> {
  const { tenant, app, clock } = payments
  const system = tenant.uow({ kind: 'system', job: 'test' })
  let latest = 0
  for (const event of order) {
    latest = Math.max(latest, event)
    eCheck.setState(latest)
    const id = `sbe_${eCheck.ref}_${event}`
    const [secret] = webhookSecrets(app.config, 'sandbox', tenant.accountId)
    const about = { id, kind: 'charge.updated', chargeRef: eCheck.ref, accountId: tenant.accountId }
    const request = signedRequest(about, secret!, clock.wallNow())
    expect(await receiveProcessorEvent(system, 'sandbox', request)).toBe(true)
    const stored = await tenant.run((ctx) =>
      ctx.db.selectFrom('provider_inbox').select('id').where('event_id', '=', id).executeTakeFirstOrThrow(),
    )
    await handleProcessorEvent(system, stored.id)
  }
  const { status, captured_amount, refunded_amount } = await tenant.run((ctx) =>
    readPayment(ctx, eCheck.paymentId),
  )
  return { status, captured_amount, refunded_amount, ...(await balancesOf(tenant, eCheck.invoiceId)) }
}

describe('a payment with five events', () => {
  it.each([
    [
      'that clears and is refunded in parts',
      REFUNDED_IN_PARTS,
      { status: 'confirmed', captured_amount: '100.00', refunded_amount: '25.00', remaining: '25.00' },
    ],
    [
      'that clears and is returned',
      RETURNED,
      { status: 'rejected', refunded_amount: '0.00', remaining: '100.00' },
    ],
  ] as const)('%s has the same result in every order', async (_, scenario, expected) => {
    const reported = new Map<string, ProcessorPayment>()
    payments.misbehave({ fetch: async (_connection, ref) => succeeded(reported.get(ref)!) })
    const orders = permutations(EVENTS)
    expect(orders).toHaveLength(120)
    const tried = sampleOf(orders, 15)
    for (let at = 0; at < tried.length; at += AT_ONCE) {
      const ends = await Promise.all(
        tried
          .slice(at, at + AT_ONCE)
          .map(async (order) => deliver(await startECheck(scenario, reported), order)),
      )
      for (const [index, end] of ends.entries())
        expect(end, `order ${tried[at + index]!.join(' ')}`).toMatchObject({ ...expected, reserved: '0.00' })
    }
  })
})
