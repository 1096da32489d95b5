import { addDays } from '../../domain/dates/calendar.ts'
import { ONE_UNIT } from '../../domain/money/quantity.ts'
import { portalOrigin } from '../../server/platform/config.ts'
import {
  type Actor,
  type App,
  type Caller,
  inTransaction,
  nextId,
  type UnitOfWork,
  unitOfWork,
} from '../../server/platform/context.ts'
import { accountOfSubDomain, openAccount, todayOf } from '../../server/rooms/accounts/index.ts'
import { asOwner } from '../../server/rooms/accounts/testing.ts'
import { connectWithKeys, finishConnection, readConnection } from '../../server/rooms/connections/index.ts'
import { startConnection } from '../../server/rooms/connections/testing.ts'
import { BLANK_CUSTOMER, createCustomers } from '../../server/rooms/customers/index.ts'
import { importOpenInvoices } from '../../server/rooms/invoices/index.ts'
import { aPortalLogin } from '../../server/rooms/portal/testing.ts'
import { DEMO_PASSWORD, DEMO_PORTAL_EMAIL } from './demo-company.ts'
import type { SimulatedKeys } from './simulated-keys.ts'

const CALLER: Caller = { requestId: 'demo-processors', ip: null }
const OFFICE: Actor = { kind: 'system', job: 'demo processors' }

interface DemoProcessor {
  readonly provider: string
  readonly name: string
  /** The decision of a person on the processor's page; absent where keys connect it. */
  readonly decision?: string
}

/** One company for each, since a company has one processor for a type of payment. */
const PROCESSORS: readonly DemoProcessor[] = [
  { provider: 'stripe_connect', name: 'Stripe', decision: 'connect' },
  { provider: 'paypal', name: 'PayPal' },
  { provider: 'paytrace', name: 'PayTrace' },
  { provider: 'lawpay', name: 'LawPay', decision: 'allow' },
  { provider: 'quickbooks_payments', name: 'QuickBooks Payments', decision: 'allow' },
]

const subDomainOf = ({ provider }: DemoProcessor): string => `${provider.replace(/_.*/, '')}-demo`

/**
 * Opens a company for each simulated processor and connects it, with invoices to pay. On later starts it connects those again whose
 * simulator has forgotten them. Returns lines that say where they are.
 */
export async function openProcessorCompanies(app: App, keys: SimulatedKeys): Promise<string[]> {
  const owner = await app.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', 'owner@brightwater.test')
    .executeTakeFirst()
  if (!owner) return []
  const lines = []
  for (const one of PROCESSORS) {
    if (!app.processors.has(one.provider)) continue
    const accountId = (await findCompany(app, subDomainOf(one))) ?? (await openCompany(app, owner.id, one))
    const uow = unitOfWork(app, CALLER, asOwner(owner), accountId)
    lines.push(
      `    ${one.name.padEnd(20)} ${portalOrigin(app.config, subDomainOf(one))}   ${await connect(uow, one, keys)}`,
    )
  }
  return [
    `  Simulated processors, a company for each: ${owner.email} switches to it in the app, ${DEMO_PORTAL_EMAIL} pays in its portal`,
    ...lines,
  ]
}

const findCompany = (app: App, subDomain: string): Promise<string | null> =>
  inTransaction(app, CALLER, OFFICE, (base) => accountOfSubDomain(base, subDomain))

const AMOUNTS_MINOR = [12_000n, 8_640n, 51_225n, 4_800n, 26_000n, 7_550n]

async function openCompany(app: App, ownerId: string, one: DemoProcessor): Promise<string> {
  return inTransaction(app, CALLER, OFFICE, async (base) => {
    const ctx = await openAccount(base, {
      id: nextId(base),
      ownerId,
      subDomain: subDomainOf(one),
      settings: { account_type: 'local', currency: 'USD', timezone: 'America/Chicago', is_demo: true },
      company: { name: `${one.name} Demo Co.`, email: `billing@${subDomainOf(one)}.test`, country: 'US' },
    })
    const [customerId] = await createCustomers(ctx, [
      { ...BLANK_CUSTOMER, shortName: 'Harbor Foods', currency: 'USD', email: DEMO_PORTAL_EMAIL },
    ])
    const today = await todayOf(ctx)
    await importOpenInvoices(
      ctx,
      AMOUNTS_MINOR.map((amountMinor, at) => ({
        number: `INV-${1001 + at}`,
        customerId: customerId!,
        currency: 'USD',
        invoiceDate: today,
        dueDate: addDays(today, 30),
        terms: 'net_30' as const,
        notes: '',
        lines: [lineOf(amountMinor)],
        paidMinor: 0n,
      })),
    )
    await aPortalLogin(ctx, {
      email: DEMO_PORTAL_EMAIL,
      customerIds: [customerId!],
      password: DEMO_PASSWORD,
    })
    return ctx.accountId
  })
}

const lineOf = (unitPriceMinor: bigint) => ({
  description: 'Cold cups, 16 oz',
  detail: 'Case of 1,000',
  quantity: ONE_UNIT,
  unitPriceMinor,
  discountPpm: 0,
  taxName: '',
  taxPpm: 0,
})

/** Connects a company unless it is connected already. Returns words about the result. */
async function connect(uow: UnitOfWork, one: DemoProcessor, keys: SimulatedKeys): Promise<string> {
  const { provider, decision } = one
  try {
    const state = await readState(uow, provider)
    if (state === 'kept') return 'connected'
    if (state === 'ended_by_staff') return 'disconnected; connect it again under Settings'
    if (decision === undefined)
      await connectWithKeys(uow, provider, { values: keys[provider] ?? {}, other_account: true }, nothing)
    else {
      const { url } = await startConnection(uow, provider, true)
      await finishConnection(uow, provider, await agree(url, decision), nothing)
    }
    return 'connected'
  } catch (error) {
    uow.app.log.warn('a demo company was not connected', { processor: provider, error })
    return 'not connected; connect it under Settings'
  }
}

/** A simulator that forgot a company has nothing to cancel. */
const nothing = async () => {}

/** A restarted simulator may not know its companies any more. */
async function readState(uow: UnitOfWork, provider: string): Promise<'kept' | 'ended_by_staff' | 'none'> {
  const { row, connection } = await uow.transaction(async (ctx) => ({
    row: await ctx.db
      .selectFrom('payment_connections')
      .select('ended_by')
      .where('account_id', '=', ctx.accountId)
      .where('provider', '=', provider)
      .executeTakeFirst(),
    connection: await readConnection(ctx, provider),
  }))
  if (row?.ended_by === 'staff') return 'ended_by_staff'
  if (connection === null) return 'none'
  const health = await uow.app.processors.get(provider)!.health(connection)
  return health.ok ? 'kept' : 'none'
}

/** Gives access on a simulated processor's page, as a person would. Returns what our page sends on. */
async function agree(page: string, decision: string) {
  const form = new URLSearchParams(new URL(page).search)
  form.set('decision', decision)
  const reply = await fetch(page, { method: 'POST', body: form, redirect: 'manual' })
  const back = new URL(reply.headers.get('location') ?? '').searchParams
  const { code = '', scope = '', state = '', ...extra_data } = Object.fromEntries(back)
  return { code, scope, state, extra_data }
}
