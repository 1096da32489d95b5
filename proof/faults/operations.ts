import { sandboxDesk } from '../../server/gateways/payments/sandbox/index.ts'
import { aCustomer } from '../../server/rooms/customers/testing.ts'
import {
  anOpenInvoice,
  CARDS,
  cardForm,
  eCheckForm,
  type OpenInvoice,
} from '../../server/rooms/payments/testing.ts'
import { callApi } from '../../testing/call-api.ts'
import type { Write } from './faulty-processor.ts'
import { type Told, toldBy, type World } from './world.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** An operation that is about to be asked for. */
export interface Prepared {
  readonly invoiceId: string
  /** Makes the request, each time the same. Null where nobody waits for an answer. */
  ask(): Promise<Told | null>
  /** The same wish once more after it came to nothing, as its person would have it. */
  askAnew(): Promise<Told | null>
}

/** Something that moves money at the processor. */
export interface Operation {
  readonly name: string
  /** The call by which it does. */
  readonly write: Write
  /** What it moves. */
  readonly moves: 'payment' | 'refund'
  /** Days before it can happen. */
  readonly leadDays: number
  /** Days until a bank has cleared it. */
  readonly clearsInDays: number
  prepare(world: World): Promise<Prepared>
}

type Body = Readonly<Record<string, string | number | boolean>>

const TOTAL = '80.00'

const invoiceOf = ({ company }: World, given?: OpenInvoice['customer'], dueDate?: string) =>
  company.run((ctx) => anOpenInvoice(ctx, TOTAL, given, dueDate))

/** A call of a payer in the portal, in a session of this moment. */
async function payer(world: World, invoice: OpenInvoice, path: string, body: Body): Promise<Told> {
  const { company, test } = world
  const token = await company.portalSession(invoice)
  const url = `/api/invoices/${invoice.invoiceId}/${path}/`
  return toldBy(callApi(test.server, { method: 'POST', path: url, host: company.host, token, body }))
}

/** A card that is good for two years yet, however far the clock has gone. */
const aCard = ({ test }: World, more: Body = {}): Body =>
  cardForm(TOTAL, { expiration_year: String(new Date(test.clock.wallNow()).getUTCFullYear() + 2), ...more })

const must = (told: Told): Told['body'] => {
  if (told.status !== 200) throw new Error(`refused: ${JSON.stringify(told)}`)
  return told.body
}

/** A payment by a form of the portal. */
function byForm(world: World, invoice: OpenInvoice, option: string, form: () => Body): Prepared {
  const path = `payment-options/${option}`
  const first = form()
  return {
    invoiceId: invoice.invoiceId,
    ask: () => payer(world, invoice, path, first),
    askAnew: () => payer(world, invoice, path, form()),
  }
}

async function storedMethodOf(world: World, customerId: string): Promise<string> {
  const row = await world.company.run((ctx) =>
    ctx.db
      .selectFrom('stored_methods' as never)
      .select('id' as never)
      .where('customer_id' as never, '=', customerId as never)
      .executeTakeFirstOrThrow(),
  )
  return (row as { id: string }).id
}

/** A customer who paid once before, by a card that they let be kept. */
async function aCustomerWithCard(world: World, more: Body): Promise<OpenInvoice['customer']> {
  const customer = await world.company.run((ctx) => aCustomer(ctx, { email: 'payer@example.test' }))
  const first = await invoiceOf(world, customer)
  must(await payer(world, first, 'payment-options/sandbox-card', aCard(world, more)))
  return customer
}

async function anApprovedOrder(world: World, invoice: OpenInvoice): Promise<Body> {
  const request = `order-${world.test.clock.wallNow()}-${invoice.invoiceId}-${Math.random()}`
  const order = must(
    await payer(world, invoice, 'create-paypal-order', { amount: TOTAL, request_id: request }),
  )
  await sandboxDesk(world.test.app, world.company.accountId).approveOrder(String(order.id))
  return { order_id: String(order.id), request_id: request }
}

async function prepareOrderCapture(world: World): Promise<Prepared> {
  const invoice = await invoiceOf(world)
  const body = await anApprovedOrder(world, invoice)
  const capture = (order: Body) => payer(world, invoice, 'capture-paypal-order', order)
  return {
    invoiceId: invoice.invoiceId,
    ask: () => capture(body),
    // One that was let go needs another order; one that still stands is captured.
    askAnew: async () => {
      const again = await capture(body)
      return again.status === 402 ? capture(await anApprovedOrder(world, invoice)) : again
    },
  }
}

/** Of a card that was only authorised. Once it is taken there is nothing more to take, and staff see that it is. */
async function prepareCardCapture(world: World): Promise<Prepared> {
  const invoice = await invoiceOf(world)
  const form = aCard(world, { number: CARDS.authorised })
  const { id } = must(await payer(world, invoice, 'payment-options/sandbox-card', form))
  const ask = async () => {
    const told = await world.staff('POST', `payments/${id}/capture/`)
    return told.body.detail === 'You can only capture an authorized payment.'
      ? world.staff('GET', `payments/${id}/`)
      : told
  }
  return { invoiceId: invoice.invoiceId, ask, askAnew: ask }
}

async function prepareAutoPayment(world: World): Promise<Prepared> {
  const customer = await aCustomerWithCard(world, { enable_auto_payments: true })
  const invoice = await invoiceOf(world, customer, world.dateIn(3))
  await world.tick()
  world.test.clock.advance(3 * DAY_MS)
  const ask = async (): Promise<null> => {
    await world.tick()
    return null
  }
  return {
    invoiceId: invoice.invoiceId,
    ask,
    askAnew: async () => {
      // A processor that wanted to be left alone is asked again after an hour, and after a failure on another day.
      for (const wait of [HOUR_MS, DAY_MS, DAY_MS]) {
        world.test.clock.advance(wait)
        await ask()
      }
      return null
    },
  }
}

async function prepareRefund(world: World): Promise<Prepared> {
  const invoice = await invoiceOf(world)
  const paid = must(await payer(world, invoice, 'payment-options/sandbox-card', aCard(world)))
  const refund = (request_id: string) =>
    world.staff('POST', `payments/${paid.id}/refund/`, {
      total: TOTAL,
      total_currency: 'USD',
      request_id,
      reason: 'Sent back',
    })
  return {
    invoiceId: invoice.invoiceId,
    ask: () => refund(`refund-${paid.id}`),
    askAnew: () => refund(`refund-anew-${paid.id}`),
  }
}

const payment = { write: 'create', moves: 'payment', leadDays: 0, clearsInDays: 0 } as const

/** Every operation that moves money at a processor. A new one is a line here. */
export const OPERATIONS: readonly Operation[] = [
  {
    ...payment,
    name: 'a card in the portal',
    prepare: async (world) => byForm(world, await invoiceOf(world), 'sandbox-card', () => aCard(world)),
  },
  {
    ...payment,
    name: 'a stored method',
    prepare: async (world) => {
      const customer = await aCustomerWithCard(world, { store_method: true })
      const option = `stored-${await storedMethodOf(world, customer.id)}`
      const form = () => ({ amount: TOTAL, request_id: String(cardForm(TOTAL).request_id) })
      return byForm(world, await invoiceOf(world, customer), option, form)
    },
  },
  {
    ...payment,
    name: 'an e-check',
    clearsInDays: 3,
    prepare: async (world) =>
      byForm(world, await invoiceOf(world), 'sandbox-e-check', () => eCheckForm(TOTAL)),
  },
  { ...payment, name: 'the capture of an order', write: 'confirm', prepare: prepareOrderCapture },
  { ...payment, name: 'the capture of an authorised card', write: 'capture', prepare: prepareCardCapture },
  { ...payment, name: 'an automatic payment', leadDays: 3, prepare: prepareAutoPayment },
  {
    name: 'a refund',
    write: 'refund',
    moves: 'refund',
    leadDays: 0,
    clearsInDays: 0,
    prepare: prepareRefund,
  },
]
