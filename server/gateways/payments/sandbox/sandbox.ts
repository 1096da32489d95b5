import { asDate, isoInstant } from '../../../platform/clock.ts'
import { hashOf } from '../../../platform/ids.ts'
import {
  type Capabilities,
  type Connection,
  type CreateRequest,
  failed,
  type Money,
  type Outcome,
  type PaymentProvider,
  type ProviderPayment,
  type ProviderRefund,
  type RawRequest,
  type RefundRequest,
  succeeded,
} from '../port.ts'
import { NOT_APPROVED } from './behaviours.ts'
import type { Books, Charge } from './books.ts'
import * as books from './books.ts'
import { charge, losesReply, lostReply, methodToCharge, requestHash } from './charging.ts'
import { cardFields, checkFields, E_CHECK_FIELDS } from './fields.ts'
import { oncePerKey } from './replies.ts'
import { letRipen } from './ripening.ts'
import { signedRequest, verifyRequest } from './webhook.ts'

export interface SandboxOptions {
  /** Runs work in a transaction of the Sandbox's own that sees one account. `now`: epoch ms of the product's clock. */
  readonly inAccount: <T>(
    accountId: string,
    work: (tx: Pick<Books, 'db' | 'now'>) => Promise<T>,
  ) => Promise<T>
  /** Under which its events are signed. */
  readonly webhookSecret: string
}

const ARRIVAL_WINDOW_MS = 120_000

const CAPABILITIES: Capabilities = {
  types: ['credit_card', 'e_check'],
  partialPayments: true,
  preauth: true,
  storedMethods: true,
  partialRefunds: true,
  void: true,
  webhooks: 'signed',
  arrivalWindowMs: ARRIVAL_WINDOW_MS,
}

/** A processor that moves no money: fake cards, its own books, the same port as the real ones. */
export function createSandbox(options: SandboxOptions): PaymentProvider {
  const enter: Open = (connection, work) =>
    options.inAccount(connection.accountId, (tx) =>
      work({ db: tx.db, now: tx.now, accountId: connection.accountId }),
    )
  /** What fell due meanwhile has happened before anything is read or changed. */
  const open: Open = (connection, work) =>
    enter(connection, async (opened) => {
      await letRipen(opened)
      return work(opened)
    })
  return {
    id: 'sandbox',
    name: 'Sandbox',
    capabilities: () => CAPABILITIES,
    health: async (connection) =>
      succeeded({ remoteId: connection.accountId, name: 'Sandbox', chargesEnabled: true }),
    options: async (_, invoice) => [
      { type: 'credit_card', fields: cardFields(invoice.today), sandbox: true },
      { type: 'e_check', fields: E_CHECK_FIELDS, sandbox: true },
    ],
    checkFields,
    create: (connection, request, key) => create(enter, connection, request, key),
    confirm: (connection, ref, answer, key) =>
      keyed(open, connection, ref, key, { confirm: answer }, (opened, found) =>
        answerChallenge(opened, found, answer),
      ),
    capture: (connection, ref, amount, key) =>
      keyed(open, connection, ref, key, { capture: amount }, (opened, found) =>
        capture(opened, found, amount),
      ),
    void: (connection, ref, key) => keyed(open, connection, ref, key, { void: true }, letGo),
    refund: (connection, request, key) => refund(open, connection, request, key),
    ...lookups(open),
    ...storedMethods(enter),
    verifyWebhook: async (_, request, secrets) => verifyRequest(request, secrets),
    deliverDue: (connection, receive) => deliver(open, connection, receive, options.webhookSecret),
  }
}

const lookups = (open: Open): Pick<PaymentProvider, 'fetch' | 'findPayment' | 'findRefund'> => ({
  fetch: (connection, ref) =>
    open(connection, async (opened) => {
      const found = await books.chargeByRef(opened, ref)
      return found ? succeeded(books.toPayment(found)) : noSuchCharge
    }),
  findPayment: (connection, { ourId }) =>
    open(connection, async (opened) => {
      const found = await books.chargeByOurId(opened, ourId)
      return succeeded(found ? books.toPayment(found) : null)
    }),
  findRefund: (connection, ref, { ourId }) =>
    open(connection, async (opened) => {
      const found = await books.refundByOurId(opened, ref, ourId)
      return succeeded(found ? toRefund(found) : null)
    }),
})

const storedMethods = (enter: Open): Required<Pick<PaymentProvider, 'listMethods' | 'removeMethod'>> => ({
  listMethods: (connection, customerRef) =>
    enter(connection, async (opened) =>
      succeeded(
        (await books.methodsOf(opened, customerRef)).map(({ token, facts }) => ({ ...facts, token })),
      ),
    ),
  removeMethod: (connection, token) =>
    enter(connection, async (opened) => {
      await books.forgetMethod(opened, token)
      return succeeded(undefined)
    }),
})

type Open = <T>(connection: Connection, work: (open: Books) => Promise<T>) => Promise<T>

const noSuchCharge = failed({ kind: 'not_found', code: 'no_such_charge', raw: null })
const wrongState = (code: string) => failed({ kind: 'wrong_state', code, raw: null })

async function create(
  open: Open,
  connection: Connection,
  request: CreateRequest,
  key: string,
): Promise<Outcome<ProviderPayment>> {
  const reply = await open(connection, async (opened) => {
    const method = await methodToCharge(opened, request, isoInstant(opened.now).slice(0, 10))
    if (!method.ok) return { first: true, outcome: method }
    return oncePerKey(opened, key, requestHash(request, method.value), () =>
      charge(opened, request, method.value, key),
    )
  })
  return reply.first && reply.outcome.ok && losesReply(request.amount) ? lostReply : reply.outcome
}

/** A keyed change of one charge, which is locked meanwhile. */
async function keyed(
  open: Open,
  connection: Connection,
  ref: string,
  key: string,
  values: object,
  change: (opened: Books, found: Charge) => Promise<Outcome<ProviderPayment>>,
): Promise<Outcome<ProviderPayment>> {
  const reply = await open(connection, (opened) =>
    oncePerKey(opened, key, hashOf({ ref, ...values }), async () => {
      const found = await books.chargeByRef(opened, ref)
      return found ? change(opened, found) : noSuchCharge
    }),
  )
  return reply.outcome
}

async function answerChallenge(
  opened: Books,
  found: Charge,
  answer: 'approve' | 'decline',
): Promise<Outcome<ProviderPayment>> {
  if (found.status !== 'input') return wrongState('nothing_to_confirm')
  const change =
    answer === 'approve'
      ? { status: 'confirmed' as const, captured_minor: found.amount_minor }
      : { status: 'rejected' as const, reason: JSON.stringify(NOT_APPROVED) }
  return succeeded(books.toPayment(await books.changeCharge(opened, found, change)))
}

async function capture(opened: Books, found: Charge, amount: Money): Promise<Outcome<ProviderPayment>> {
  if (found.status !== 'preauth') return wrongState('nothing_to_capture')
  if (amount.currency !== found.currency || amount.minor <= 0n || amount.minor > found.amount_minor)
    return wrongState('capture_amount')
  const change = {
    status: 'confirmed' as const,
    captured_minor: amount.minor,
    settle_at: null,
    settle_as: null,
  }
  return succeeded(books.toPayment(await books.changeCharge(opened, found, change)))
}

async function letGo(opened: Books, found: Charge): Promise<Outcome<ProviderPayment>> {
  if (found.status !== 'preauth' && found.status !== 'input') return wrongState('nothing_to_void')
  const reason = JSON.stringify({ kind: 'voided', code: 'voided', message: 'The payment was released.' })
  const change = { status: 'rejected' as const, reason, settle_at: null, settle_as: null }
  return succeeded(books.toPayment(await books.changeCharge(opened, found, change)))
}

async function refund(
  open: Open,
  connection: Connection,
  request: RefundRequest,
  key: string,
): Promise<Outcome<ProviderRefund>> {
  const { amount, paymentRef: ref, ourId } = request
  const reply = await open(connection, (opened) =>
    oncePerKey(opened, key, hashOf({ ref, amount, ourId }), () => giveBack(opened, request, key)),
  )
  return reply.first && reply.outcome.ok && losesReply(amount) ? lostReply : reply.outcome
}

async function giveBack(
  opened: Books,
  request: RefundRequest,
  key: string,
): Promise<Outcome<ProviderRefund>> {
  const { amount } = request
  const found = await books.chargeByRef(opened, request.paymentRef)
  if (!found) return noSuchCharge
  if (found.status !== 'confirmed') return wrongState('nothing_to_refund')
  const refunded = found.refunded_minor + amount.minor
  if (amount.currency !== found.currency || amount.minor <= 0n || refunded > found.captured_minor)
    return wrongState('refund_exceeds_charge')
  const row = {
    account_id: opened.accountId,
    ref: books.newRef('sbr'),
    charge_ref: found.ref,
    our_id: request.ourId,
    idempotency_key: key,
    currency: amount.currency,
    amount_minor: amount.minor,
    created_at: asDate(opened.now),
  }
  await books.insertRefund(opened, row)
  const status = refunded === found.captured_minor ? 'refunded' : 'confirmed'
  await books.changeCharge(opened, found, { refunded_minor: refunded, status })
  return succeeded(toRefund(row))
}

const toRefund = (row: books.Refund): ProviderRefund => ({
  refundRef: row.ref,
  paymentRef: row.charge_ref,
  ourId: row.our_id,
  status: 'confirmed',
  amount: { minor: row.amount_minor, currency: row.currency },
  message: null,
})

/** Sends what waits, one event after the other as a processor would, and keeps in mind what was taken. */
async function deliver(
  open: Open,
  connection: Connection,
  receive: (request: RawRequest) => Promise<boolean>,
  secret: string,
): Promise<void> {
  const { events, now } = await open(connection, async (opened) => ({
    events: await books.undeliveredEvents(opened),
    now: opened.now,
  }))
  const taken: string[] = []
  for (const event of events) {
    const request = signedRequest(
      { id: event.id, kind: event.kind, chargeRef: event.charge_ref, accountId: connection.accountId },
      secret,
      now,
    )
    if (await receive(request)) taken.push(event.id)
  }
  if (taken.length > 0) await open(connection, (opened) => books.markDelivered(opened, taken))
}
