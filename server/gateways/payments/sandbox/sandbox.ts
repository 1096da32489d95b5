import { isoInstant } from '../../../platform/clock.ts'
import type { RandomBytes } from '../../../platform/ids.ts'
import {
  type Capabilities,
  type Connection,
  type CreateRequest,
  type Outcome,
  type PaymentProcessor,
  type ProcessorOption,
  type ProcessorPayment,
  succeeded,
} from '../port.ts'
import { applyDueTransitions } from './apply-due-transitions.ts'
import { TRIALS } from './behaviors.ts'
import type { Books } from './books.ts'
import * as books from './books.ts'
import { capture, confirm, letGo, noSuchCharge, type Open, refund, runKeyed } from './changes.ts'
import { charge, losesReply, lostReply, methodToCharge, requestHash } from './charging.ts'
import { deliver } from './delivery.ts'
import { cardFields, checkFields, E_CHECK_FIELDS } from './fields.ts'
import { listings } from './listing.ts'
import { payoutListing } from './payouts.ts'
import { oncePerKey } from './replies.ts'
import { store } from './storing.ts'
import { verifyRequest } from './webhook.ts'

export interface SandboxOptions {
  /** Runs work in the Sandbox's own transaction for one account. `now` is epoch ms of the product's clock. */
  readonly inAccount: <T>(
    accountId: string,
    work: (tx: Pick<Books, 'db' | 'now'>) => Promise<T>,
  ) => Promise<T>
  /** Returns the secret that signs an account's events. */
  readonly webhookSecret: (accountId: string) => string
  /** System clock, for the age of signatures. */
  readonly wallNow: () => number
  /** Source of random references. */
  readonly random: RandomBytes
}

const ARRIVAL_WINDOW_MS = 120_000

const CAPABILITIES: Capabilities = {
  types: ['credit_card', 'e_check', 'paypal'],
  partialPayments: true,
  preauth: true,
  storedMethods: true,
  storesWithoutCharge: ['credit_card', 'e_check'],
  partialRefunds: true,
  void: true,
  webhooks: 'signed',
  tellsDisputes: true,
  arrivalWindowMs: ARRIVAL_WINDOW_MS,
}

/** A processor that moves no money: test cards, its own records, the same port as the real ones. */
export function createSandbox(options: SandboxOptions): PaymentProcessor {
  const enter: Open = (connection, work) =>
    options.inAccount(connection.accountId, (tx) =>
      work({ db: tx.db, now: tx.now, random: options.random, accountId: connection.accountId }),
    )
  /** Applies due transitions before anything is read or changed. */
  const open: Open = (connection, work) =>
    enter(connection, async (opened) => {
      await applyDueTransitions(opened)
      return work(opened)
    })
  return {
    id: 'sandbox',
    name: 'Sandbox',
    trials: TRIALS,
    capabilities: () => CAPABILITIES,
    health: async (connection) =>
      succeeded({ remoteId: connection.accountId, name: 'Sandbox', chargesEnabled: true }),
    options: async ({ accountId }, invoice) => [
      ...forms(invoice.today),
      { type: 'paypal', fields: [], clientId: accountId, sandbox: true },
    ],
    checkFields,
    create: (connection, request, key) => create(enter, connection, request, key),
    confirm: (connection, ref, answer, key, { storeMethod } = { storeMethod: false }) =>
      runKeyed(open, connection, ref, key, { confirm: answer }, (opened, found) =>
        confirm(opened, found, answer, storeMethod),
      ),
    capture: (connection, ref, amount, key) =>
      runKeyed(open, connection, ref, key, { capture: amount }, (opened, found) =>
        capture(opened, found, amount),
      ),
    void: (connection, ref, key) => runKeyed(open, connection, ref, key, { void: true }, letGo),
    refund: (connection, request, key) => refund(open, connection, request, key),
    ...lookups(open),
    ...listings(open),
    ...payoutListing(open),
    ...storedMethods(enter),
    storeOptions: async (_, today) => forms(today),
    storeMethod: (connection, request, key) => store(enter, connection, request, key),
    verifyWebhook: async (_, request, secrets) => verifyRequest(request, secrets),
    nextDelivery: (connection) => open(connection, books.nextEventAt),
    deliverDue: (connection, receive) =>
      deliver(open, connection, receive, options.webhookSecret(connection.accountId), options.wallNow()),
  }
}

const forms = (today: string): ProcessorOption[] => [
  { type: 'credit_card', fields: cardFields(today), sandbox: true },
  { type: 'e_check', fields: E_CHECK_FIELDS, sandbox: true },
]

const lookups = (open: Open): Pick<PaymentProcessor, 'fetch' | 'findPayment' | 'findRefund'> => ({
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
      return succeeded(found ? books.toRefund(found) : null)
    }),
})

const storedMethods = (enter: Open): Required<Pick<PaymentProcessor, 'listMethods' | 'removeMethod'>> => ({
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

async function create(
  open: Open,
  connection: Connection,
  request: CreateRequest,
  key: string,
): Promise<Outcome<ProcessorPayment>> {
  const reply = await open(connection, async (opened) => {
    const method = await methodToCharge(opened, request, isoInstant(opened.now).slice(0, 10))
    if (!method.ok) return { first: true, outcome: method }
    return oncePerKey(opened, key, requestHash(request, method.value), () =>
      charge(opened, request, method.value, key),
    )
  })
  const lost = reply.first && reply.outcome.ok && request.method.kind !== 'browser'
  return lost && losesReply(request.amount) ? lostReply : reply.outcome
}
