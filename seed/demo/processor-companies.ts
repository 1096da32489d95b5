import { addDays } from '../../domain/dates/calendar.ts'
import { ONE_UNIT } from '../../domain/money/quantity.ts'
import type { App, Ctx, UnitOfWork } from '../../server/platform/context.ts'
import { todayOf } from '../../server/rooms/accounts/index.ts'
import { connectWithKeys, finishConnection, readConnection } from '../../server/rooms/connections/index.ts'
import { startConnection } from '../../server/rooms/connections/testing.ts'
import { BLANK_CUSTOMER, createCustomers } from '../../server/rooms/customers/index.ts'
import { importOpenInvoices } from '../../server/rooms/invoices/index.ts'
import { aPortalLogin } from '../../server/rooms/portal/testing.ts'
import { DEMO_PASSWORD, DEMO_PORTAL_EMAIL } from './demo-company.ts'
import { openSimulatedCompanies, type SimulatedService } from './simulated-company.ts'
import type { SimulatedKeys } from './simulated-keys.ts'

interface DemoProcessor extends SimulatedService {
  /** The decision of a person on the processor's page; absent where keys connect it. */
  readonly decision?: string
}

/** One company for each, since a company has one processor for a type of payment. */
const PROCESSORS: readonly DemoProcessor[] = [
  { provider: 'stripe_connect', name: 'Stripe', subDomain: 'stripe-demo', decision: 'connect' },
  { provider: 'paypal', name: 'PayPal', subDomain: 'paypal-demo' },
  { provider: 'paytrace', name: 'PayTrace', subDomain: 'paytrace-demo' },
  { provider: 'lawpay', name: 'LawPay', subDomain: 'lawpay-demo', decision: 'allow' },
  {
    provider: 'quickbooks_payments',
    name: 'QuickBooks Payments',
    subDomain: 'quickbooks-demo',
    decision: 'allow',
  },
]

/** Opens a company for each simulated processor and connects it, with invoices to pay. */
export const openProcessorCompanies = (app: App, keys: SimulatedKeys): Promise<string[]> =>
  openSimulatedCompanies(app, {
    title: 'Simulated processors',
    accountType: 'local',
    services: PROCESSORS.filter(({ provider }) => app.processors.has(provider)),
    fill,
    connect: (uow, service) => connect(uow, service, keys),
  })

const AMOUNTS_MINOR = [12_000n, 8_640n, 51_225n, 4_800n, 26_000n, 7_550n]

/** Adds a customer with a portal login and open invoices. */
async function fill(ctx: Ctx): Promise<void> {
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

async function connect(
  uow: UnitOfWork,
  { provider, decision }: DemoProcessor,
  keys: SimulatedKeys,
): Promise<'connected' | 'ended_by_staff'> {
  const state = await readState(uow, provider)
  if (state === 'kept') return 'connected'
  if (state === 'ended_by_staff') return 'ended_by_staff'
  if (decision === undefined)
    await connectWithKeys(uow, provider, { values: keys[provider] ?? {}, other_account: true }, nothing)
  else {
    const { url } = await startConnection(uow, provider, true)
    await finishConnection(uow, provider, await agree(url, decision), nothing)
  }
  return 'connected'
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
