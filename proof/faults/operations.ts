import { DAY_MS, HOUR_MS } from '../../domain/dates/durations.ts'
import type { Capabilities } from '../../server/gateways/payments/port.ts'
import { aCustomer } from '../../server/rooms/customers/testing.ts'
import type { OpenInvoice } from '../../server/rooms/payments/testing.ts'
import type { Write } from '../processors/fault-control.ts'
import type { Reply, World } from '../processors/open-world.ts'
import { callAsPayer, type Form, fillForm, newRequestId, openInvoice, payByForm } from '../processors/pay.ts'
import type { Values } from '../processors/processor-row.ts'

/** An operation that is ready to be requested. */
export interface Prepared {
  readonly invoiceId: string
  /** Sends the same request each time. Returns null for background work. */
  send(): Promise<Reply | null>
  /** Sends a new request for the same operation, as a person would after a failure. */
  sendNew(): Promise<Reply | null>
}

/** An operation that moves money at the processor. */
export interface Operation {
  readonly name: string
  /** The call to the processor that moves the money. */
  readonly write: Write
  readonly moves: 'payment' | 'refund'
  /** Days before the operation can run. */
  readonly leadDays: number
  /** Days until the bank has cleared it. */
  readonly clearsInDays: number
  /** False for a processor that can't do it, which is no defect. */
  isPossible(can: Capabilities): boolean
  prepare(world: World): Promise<Prepared>
}

const TOTAL = '80.00'

const invoiceOf = (world: World, customer?: OpenInvoice['customer'], dueDate?: string) =>
  openInvoice(world, TOTAL, customer, dueDate)

const fill = async (world: World, invoice: OpenInvoice, type: 'credit_card' | 'e_check'): Promise<Form> =>
  (await fillForm(world, invoice, { amount: TOTAL, type }))!

const payByCard = (world: World, invoice: OpenInvoice, more: Values = {}): Promise<Reply> =>
  payByForm(world, invoice, { amount: TOTAL, more })

const bodyOf = (reply: Reply): Reply['body'] => {
  if (reply.status !== 200) throw new Error(`refused: ${JSON.stringify(reply)}`)
  return reply.body
}

/** Prepares a payment by a form of the portal. */
async function preparePayment(
  world: World,
  invoice: OpenInvoice,
  form: () => Promise<Form>,
): Promise<Prepared> {
  const first = await form()
  const send = ({ path, body }: Form) => callAsPayer(world, invoice, path, body)
  return { invoiceId: invoice.invoiceId, send: () => send(first), sendNew: async () => send(await form()) }
}

async function prepareByForm(world: World, type: 'credit_card' | 'e_check'): Promise<Prepared> {
  const invoice = await invoiceOf(world)
  return preparePayment(world, invoice, () => fill(world, invoice, type))
}

async function readStoredMethod(world: World, customerId: string): Promise<string> {
  const row = await world.company.run((ctx) =>
    ctx.db
      .selectFrom('stored_methods' as never)
      .select('id' as never)
      .where('customer_id' as never, '=', customerId as never)
      .executeTakeFirstOrThrow(),
  )
  return (row as { id: string }).id
}

/** A customer with a stored card, who has paid once. */
async function aCustomerWithCard(world: World, more: Values): Promise<OpenInvoice['customer']> {
  const customer = await world.company.run((ctx) => aCustomer(ctx, { email: 'payer@example.test' }))
  const first = await invoiceOf(world, customer)
  bodyOf(await payByCard(world, first, more))
  return customer
}

async function anApprovedOrder(world: World, invoice: OpenInvoice): Promise<Values> {
  const request = `order-${world.test.clock.wallNow()}-${invoice.invoiceId}-${Math.random()}`
  const order = bodyOf(
    await callAsPayer(world, invoice, 'create-paypal-order', { amount: TOTAL, request_id: request }),
  )
  await world.processor.approveOrder!(String(order.id))
  return { order_id: String(order.id), request_id: request }
}

async function prepareOrderCapture(world: World): Promise<Prepared> {
  const invoice = await invoiceOf(world)
  const body = await anApprovedOrder(world, invoice)
  const capture = (order: Values) => callAsPayer(world, invoice, 'capture-paypal-order', order)
  return {
    invoiceId: invoice.invoiceId,
    send: () => capture(body),
    // A canceled order needs a new one; an open order is captured.
    sendNew: async () => {
      const again = await capture(body)
      return again.status === 402 ? capture(await anApprovedOrder(world, invoice)) : again
    },
  }
}

/** Captures an authorized card. When it is captured already, reads the payment instead. */
async function prepareCardCapture(world: World): Promise<Prepared> {
  const invoice = await invoiceOf(world)
  const { id } = bodyOf(await world.onlyAuthorizing(() => payByCard(world, invoice)))
  const send = async () => {
    const reply = await world.staff('POST', `payments/${id}/capture/`)
    return reply.body.detail === 'You can only capture an authorized payment.'
      ? world.staff('GET', `payments/${id}/`)
      : reply
  }
  return { invoiceId: invoice.invoiceId, send, sendNew: send }
}

async function prepareAutoPayment(world: World): Promise<Prepared> {
  const customer = await aCustomerWithCard(world, { enable_auto_payments: true })
  const invoice = await invoiceOf(world, customer, world.dateIn(3))
  await world.runSchedules()
  world.test.clock.advance(3 * DAY_MS)
  const send = async (): Promise<null> => {
    await world.runSchedules()
    return null
  }
  return {
    invoiceId: invoice.invoiceId,
    send,
    sendNew: async () => {
      // Retried after an hour when the processor limited the rate, and on another day after a failure.
      for (const wait of [HOUR_MS, DAY_MS, DAY_MS]) {
        world.test.clock.advance(wait)
        await send()
      }
      return null
    },
  }
}

async function prepareRefund(world: World): Promise<Prepared> {
  const invoice = await invoiceOf(world)
  const paid = bodyOf(await payByCard(world, invoice))
  const refund = (request_id: string) =>
    world.staff('POST', `payments/${paid.id}/refund/`, {
      total: TOTAL,
      total_currency: 'USD',
      request_id,
      reason: 'Sent back',
    })
  return {
    invoiceId: invoice.invoiceId,
    send: () => refund(`refund-${paid.id}`),
    sendNew: () => refund(`refund-again-${paid.id}`),
  }
}

const takesCards = ({ types }: Capabilities): boolean => types.includes('credit_card')
const takesOrders = ({ types }: Capabilities): boolean => types.includes('paypal')
const storesCards = (can: Capabilities): boolean => can.storedMethods && takesCards(can)

const payment = { write: 'create', moves: 'payment', leadDays: 0, clearsInDays: 0 } as const

/** All operations that move money at a processor. A new operation is added here. */
export const OPERATIONS: readonly Operation[] = [
  {
    ...payment,
    name: 'a card in the portal',
    isPossible: takesCards,
    prepare: (world) => prepareByForm(world, 'credit_card'),
  },
  {
    ...payment,
    name: 'a stored method',
    isPossible: storesCards,
    prepare: async (world) => {
      const customer = await aCustomerWithCard(world, { store_method: true })
      const path = `payment-options/stored-${await readStoredMethod(world, customer.id)}`
      const form = async () => ({ path, body: { amount: TOTAL, request_id: newRequestId() } })
      return preparePayment(world, await invoiceOf(world, customer), form)
    },
  },
  {
    ...payment,
    name: 'an e-check',
    clearsInDays: 5,
    // A lost e-check that can't be found or canceled by a call is left to staff: a case is opened after two weeks.
    isPossible: ({ types, cancelsLost }) =>
      types.includes('e_check') && (cancelsLost?.includes('e_check') ?? true),
    prepare: (world) => prepareByForm(world, 'e_check'),
  },
  {
    ...payment,
    name: 'the capture of an order',
    write: 'confirm',
    isPossible: takesOrders,
    prepare: prepareOrderCapture,
  },
  {
    ...payment,
    name: 'the capture of an authorized card',
    write: 'capture',
    isPossible: (can) => can.preauth && takesCards(can),
    prepare: prepareCardCapture,
  },
  {
    ...payment,
    name: 'an automatic payment',
    leadDays: 3,
    isPossible: storesCards,
    prepare: prepareAutoPayment,
  },
  {
    name: 'a refund',
    write: 'refund',
    moves: 'refund',
    leadDays: 0,
    clearsInDays: 0,
    isPossible: (can) => takesCards(can) || takesOrders(can),
    prepare: prepareRefund,
  },
]
