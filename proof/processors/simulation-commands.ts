import fc from 'fast-check'
import { expect } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../domain/dates/durations.ts'
import { formatAmount } from '../../domain/money/money.ts'
import type { Capabilities } from '../../server/gateways/payments/port.ts'
import type { OpenInvoice } from '../../server/rooms/payments/testing.ts'
import { FAULTS, type Fault, type Write } from './fault-control.ts'
import type { Reply, World } from './open-world.ts'
import { callAsPayer, type Form, fillForm, newRequestId, openInvoice } from './pay.ts'

/** A command of a random sequence. Numbers choose among the objects that exist by then. */
export type Command =
  | {
      readonly kind: 'pay'
      readonly invoice: number | null
      readonly share: number
      readonly declined: boolean
      /** By e-check, where the processor takes them. */
      readonly bank: boolean
      readonly stores: boolean
      readonly authorizes: boolean
      readonly fault: Fault | null
    }
  | { readonly kind: 'payStored'; readonly invoice: number | null; readonly fault: Fault | null }
  | { readonly kind: 'repeat'; readonly fault: Fault | null }
  | {
      readonly kind: 'capture' | 'refund'
      readonly payment: number
      readonly share: number
      readonly fault: Fault | null
    }
  | { readonly kind: 'refundAtDesk' | 'dispute'; readonly payment: number; readonly share: number }
  | { readonly kind: 'clock'; readonly minutes: number }
  | { readonly kind: 'webhooks'; readonly how: 'hold' | 'release' | 'shuffle' }

const TOTAL_MINOR = 10_000n
const WRITES: readonly Write[] = ['create', 'confirm', 'capture', 'refund']
/** A wrong amount and a day's outage have a proof of their own. */
const SIMULATED_FAULTS = FAULTS.filter(
  ({ consequence, outageMs }) => consequence.kind !== 'wrong' && outageMs === 0,
)

const number = fc.nat({ max: 1_000 })
const share = fc.constantFrom(25, 40, 100)
const fault = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom(...SIMULATED_FAULTS) },
)
const perhapsNew = fc.option(number, { freq: 2, nil: null })

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('pay'),
      invoice: perhapsNew,
      share,
      declined: fc.boolean().chain((one) => (one ? fc.boolean() : fc.constant(false))),
      bank: fc.boolean().chain((one) => (one ? fc.boolean() : fc.constant(false))),
      stores: fc.boolean(),
      authorizes: fc.boolean().chain((one) => (one ? fc.boolean() : fc.constant(false))),
      fault,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('payStored'), invoice: perhapsNew, fault }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('repeat'), fault }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('capture', 'refund', 'refund'),
      payment: number,
      share,
      fault,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('refundAtDesk', 'dispute'), payment: number, share }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('clock'), minutes: fc.constantFrom(1, 3, 15, 90) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('webhooks'),
      how: fc.constantFrom('hold', 'release', 'shuffle'),
    }),
  },
) as fc.Arbitrary<Command>

export const commands = (count: number): fc.Arbitrary<Command[]> =>
  fc.array(command, { minLength: count, maxLength: count })

interface State {
  readonly world: World
  readonly invoices: OpenInvoice[]
  readonly payments: { readonly id: string; readonly invoice: OpenInvoice }[]
  last: (() => Promise<Reply>) | null
}

/** Runs a sequence. The replies may be refusals; none may be an error of the product. */
export async function runCommands(world: World, sequence: readonly Command[]): Promise<void> {
  const state: State = { world, invoices: [], payments: [], last: null }
  for (const one of sequence) await run(state, one)
}

function run(state: State, one: Command): Promise<unknown> {
  const { world } = state
  switch (one.kind) {
    case 'pay':
      return pay(state, one)
    case 'payStored':
      return payStored(state, one)
    case 'repeat':
      return withFault(world, one.fault, state.last ?? (async () => null))
    case 'capture':
      return onPayment(state, one.payment, ({ id }) =>
        withFault(world, one.fault, () => world.staff('POST', `payments/${id}/capture/`)),
      )
    case 'refund':
      return onPayment(state, one.payment, ({ id }) => refund(world, id, one.share, one.fault))
    case 'refundAtDesk':
    case 'dispute':
      return onPayment(state, one.payment, ({ id }) => atProcessor(world, id, one))
    case 'clock':
      return passMinutes(world, one.minutes)
    case 'webhooks':
      return moveWebhooks(world, one.how)
  }
}

/** Makes a call while the processor is faulty. */
async function withFault(
  world: World,
  fault: Fault | null,
  call: () => Promise<Reply | null>,
): Promise<Reply | null> {
  if (fault) world.faults.start(fault, WRITES)
  const calling = fault?.timesOut ? world.withShortTimeout(call) : call()
  const reply = await calling
  if (fault) await world.faults.passTimeout()
  await world.faults.recover()
  if (reply) expect(reply.status, JSON.stringify(reply.body)).not.toBe(500)
  return reply
}

async function invoiceOf(state: State, chosen: number | null): Promise<OpenInvoice> {
  const known =
    chosen === null || state.invoices.length === 0
      ? undefined
      : state.invoices[chosen % state.invoices.length]
  if (known) return known
  const invoice = await openInvoice(
    state.world,
    formatAmount(TOTAL_MINOR, 'USD'),
    state.invoices[0]?.customer,
  )
  state.invoices.push(invoice)
  return invoice
}

async function send(
  state: State,
  invoice: OpenInvoice,
  { path, body }: Form,
  fault: Fault | null,
): Promise<void> {
  const call = () => callAsPayer(state.world, invoice, path, body)
  const reply = await withFault(state.world, fault, call)
  state.last = call
  if (reply?.status === 200 && typeof reply.body.id === 'string')
    state.payments.push({ id: reply.body.id, invoice })
}

async function pay(state: State, one: Extract<Command, { kind: 'pay' }>): Promise<void> {
  const { world } = state
  const { can } = world
  const invoice = await invoiceOf(state, one.invoice)
  const amount = formatAmount((TOTAL_MINOR * BigInt(one.share)) / 100n, 'USD')
  const bank = one.bank && takesChecks(one, can)
  const form = await fillForm(world, invoice, {
    amount,
    type: bank ? 'e_check' : 'credit_card',
    outcome: one.declined ? 'declined' : 'good',
    more: can.storedMethods && one.stores ? { store_method: true } : {},
  })
  if (form === null) return
  const paying = () => send(state, invoice, form, one.fault)
  await (can.preauth && one.authorizes && !bank ? world.onlyAuthorizing(paying) : paying())
}

/** An e-check whose answer is lost and that can't be looked up is left to staff. */
const takesChecks = (
  { fault }: Extract<Command, { kind: 'pay' }>,
  { types, cancelsLost }: Capabilities,
): boolean => types.includes('e_check') && (fault === null || (cancelsLost?.includes('e_check') ?? true))

async function payStored(state: State, one: Extract<Command, { kind: 'payStored' }>): Promise<void> {
  if (state.invoices.length === 0) return
  const invoice = await invoiceOf(state, one.invoice)
  const method = await state.world.company.run((ctx) =>
    ctx.db
      .selectFrom('stored_methods')
      .select('id')
      .where('customer_id', '=', invoice.customer.id)
      .where('removed_at', 'is', null)
      .executeTakeFirst(),
  )
  if (!method) return
  const body = { amount: '20.00', request_id: newRequestId() }
  await send(state, invoice, { path: `payment-options/stored-${method.id}`, body }, one.fault)
}

async function onPayment(
  { payments }: State,
  chosen: number,
  work: (payment: State['payments'][number]) => Promise<unknown>,
): Promise<void> {
  if (payments.length > 0) await work(payments[chosen % payments.length]!)
}

async function refund(world: World, id: string, share: number, fault: Fault | null): Promise<void> {
  const { body } = await world.staff('GET', `payments/${id}/`)
  const captured = BigInt(String(body.captured_amount ?? '0.00').replace('.', ''))
  const minor = world.can.partialRefunds ? (captured * BigInt(share)) / 100n : captured
  if (minor <= 0n) return
  await withFault(world, fault, () =>
    world.staff('POST', `payments/${id}/refund/`, {
      total: formatAmount(minor, 'USD'),
      total_currency: 'USD',
      request_id: newRequestId(),
      reason: '',
    }),
  )
}

/** Acts in the processor's dashboard, where the charge allows it. */
async function atProcessor(
  world: World,
  id: string,
  { kind, share }: { readonly kind: 'refundAtDesk' | 'dispute'; readonly share: number },
): Promise<void> {
  const { desk } = world.processor
  if (world.can.cancelsLost && (await isUnknown(world, id))) return
  const charge = (await world.processor.readBooks()).find(({ ourId }) => ourId === id)
  if (charge?.status !== 'confirmed' || charge.isDisputed) return
  const rest = charge.captured - charge.refunded
  if (kind === 'refundAtDesk')
    await desk.refund(charge.ref, world.can.partialRefunds ? (rest * BigInt(share)) / 100n : rest)
  else if (charge.refunded > 0n) return
  else if (share < 100 && desk.disputePart) await desk.disputePart(charge.ref, (rest * BigInt(share)) / 100n)
  else await desk.dispute?.(charge.ref)
}

/** Whether the product still looks for a payment's outcome. Money that was given back can't be canceled any more. */
const isUnknown = async (world: World, id: string): Promise<boolean> =>
  (await world.staff('GET', `payments/${id}/`)).body.status === 'waiting'

async function passMinutes(world: World, minutes: number): Promise<void> {
  const step = minutes >= 60 ? HOUR_MS / 2 : MINUTE_MS * Math.min(minutes, 5)
  for (let passed = 0; passed < minutes * MINUTE_MS; passed += step) {
    world.test.clock.advance(step)
    await world.runSchedules()
  }
}

/** `shuffle` delivers what is held in the opposite order and twice, as a processor may. */
async function moveWebhooks(
  { processor: { events } }: World,
  how: 'hold' | 'release' | 'shuffle',
): Promise<void> {
  if (how === 'hold') events?.hold()
  else if (how === 'release') await events?.release()
  else
    for (const event of (await events?.held())?.toReversed() ?? [])
      for (let copy = 0; copy < 2; copy++) expect(await event.send()).toBe(200)
}
