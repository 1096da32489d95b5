import './tables.ts'
import { planNamed } from '../../../../domain/accounts/plans.ts'
import { type App, type Ctx, inAccount } from '../../../platform/context.ts'
import {
  type BillingInvoice,
  type BillingOutcome,
  type BillingProvider,
  billed,
  type SubscriptionFacts,
  unbilled,
} from '../port.ts'
import {
  advance,
  changePlan,
  costOfChange,
  type SandboxState,
  settleOpenInvoice,
  subscribe,
  unpaidOf,
} from './state.ts'
import { readTestCard } from './test-card.ts'

const CALLER = { requestId: 'billing-sandbox', ip: null }
const ACTOR = { kind: 'system', job: 'billing-sandbox' } as const

const declined = unbilled({
  kind: 'declined',
  code: 'card_declined',
  userMessage: 'The card was declined. Enter another one and try again.',
})
const missing = unbilled({ kind: 'not_found', code: 'no_subscription' })

/** Sells plans without moving money. Its pages are the product's own; its state follows the product's clock. */
export function createBillingSandbox(app: App): BillingProvider {
  const inside = <T>(accountId: string, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    inAccount(app, CALLER, ACTOR, accountId, work)
  /** Runs `work` on the account's state as it is now, and stores what it left. */
  const withState = <T>(
    accountId: string,
    work: (state: SandboxState, nowMs: number) => BillingOutcome<T>,
  ): Promise<BillingOutcome<T>> =>
    inside(accountId, async (ctx) => {
      const state = await lockState(ctx)
      if (state === null) return missing
      advance(state, ctx.now)
      const outcome = work(state, ctx.now)
      await writeState(ctx, state)
      return outcome
    })
  const page = (query = ''): BillingOutcome<{ url: string }> =>
    billed({ url: `${app.config.appOrigin}/settings/plan-billing/card${query}` })
  return {
    id: 'sandbox',
    name: 'Sandbox',
    live: false,
    createCustomer: ({ accountId, email }) =>
      inside(accountId, async (ctx) => billed(await addCustomer(ctx, email))),
    checkout: async ({ plan }) => page(`?plan=${planNamed(plan).id}`),
    portal: async () => page(),
    read: ({ accountId }) => withState(accountId, (state) => billed(factsOf(state))),
    listInvoices: ({ accountId }) => withState(accountId, (state) => billed(invoicesOf(state))),
    preview: (accountId, { plan, atMs }) =>
      withState(accountId, (state) =>
        state.subscription ? billed(costOfChange(state, state.subscription, plan, atMs)) : missing,
      ),
    change: (accountId, { plan, atMs }) =>
      withState(accountId, (state) => {
        const { subscription } = state
        if (subscription === null) return missing
        if (subscription.plan === plan) return billed(null)
        return changePlan(state, subscription, plan, atMs) ? billed(null) : declined
      }),
    setEnding: (accountId, _ref, ends) =>
      withState(accountId, ({ subscription }) => {
        if (subscription === null) return missing
        if (subscription.canceledAtMs !== null) return unbilled({ kind: 'refused', code: 'canceled' })
        subscription.endsWithPeriod = ends
        return billed(null)
      }),
    payInvoice: (accountId) =>
      withState(accountId, (state, nowMs) => (settleOpenInvoice(state, nowMs) ? billed(null) : declined)),
    readEvent: () => null,
    enterCard: (accountId, given) =>
      withState(accountId, (state, nowMs) => enterCard(app, state, given, nowMs)),
  }
}

function enterCard(
  { random }: App,
  state: SandboxState,
  { number, plan, trialEndsAtMs }: Parameters<NonNullable<BillingProvider['enterCard']>>[1],
  nowMs: number,
): BillingOutcome<null> {
  const card = readTestCard(number, nowMs)
  if (card === null) return unbilled({ kind: 'refused', code: 'incorrect_number' })
  state.card = card
  if (plan === null) return billed(null)
  const { subscription } = state
  if (subscription && subscription.canceledAtMs === null) return billed(null)
  const ref = `sub_sandbox_${random(9).toString('base64url')}`
  return subscribe(state, { ref, plan, trialEndsAtMs }, nowMs) ? billed(null) : declined
}

async function lockState(ctx: Ctx): Promise<SandboxState | null> {
  const row = await ctx.db
    .selectFrom('billing_sandbox')
    .select('state')
    .where('account_id', '=', ctx.accountId)
    .forUpdate()
    .executeTakeFirst()
  return row?.state ?? null
}

const writeState = (ctx: Ctx, state: SandboxState): Promise<unknown> =>
  ctx.db
    .updateTable('billing_sandbox')
    .set({ state: JSON.stringify(state) })
    .where('account_id', '=', ctx.accountId)
    .execute()

async function addCustomer(ctx: Ctx, email: string): Promise<string> {
  const state: SandboxState = {
    customerRef: `cus_sandbox_${ctx.accountId}`,
    email,
    card: null,
    subscription: null,
    invoices: [],
    creditMinor: '0',
  }
  await ctx.db
    .insertInto('billing_sandbox')
    .values({ account_id: ctx.accountId, state: JSON.stringify(state) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return state.customerRef
}

function factsOf(state: SandboxState): SubscriptionFacts | null {
  const { subscription, card, customerRef, email } = state
  if (subscription === null) return null
  return {
    ...subscription,
    customerRef,
    email,
    card: card && {
      brand: card.brand,
      last4: card.last4,
      expMonth: card.expMonth,
      expYear: card.expYear,
    },
    unpaid: unpaidOf(state),
  }
}

const invoicesOf = ({ invoices }: SandboxState): BillingInvoice[] =>
  invoices.map(({ priceMinor, paidAtMs, period, ...invoice }) => ({
    ...invoice,
    amountMinor: BigInt(invoice.amountMinor),
    creditMinor: 0n,
    taxMinor: 0n,
    currency: 'USD',
    paidAtMs: paidAtMs ?? null,
    period: period ?? null,
    lines: linesOf(
      invoice.description,
      BigInt(priceMinor ?? invoice.amountMinor),
      BigInt(invoice.amountMinor),
    ),
    url: null,
  }))

/** The Sandbox's amounts are those after credit, so credit is a line of its own. */
const linesOf = (description: string, priceMinor: bigint, amountMinor: bigint): BillingInvoice['lines'] => [
  { description, amountMinor: priceMinor },
  ...(priceMinor === amountMinor
    ? []
    : [{ description: 'Credit from an earlier change of plan', amountMinor: amountMinor - priceMinor }]),
]
