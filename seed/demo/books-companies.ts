import { portalOrigin } from '../../server/platform/config.ts'
import {
  type Actor,
  type App,
  type Caller,
  type Ctx,
  inTransaction,
  nextId,
  type UnitOfWork,
  unitOfWork,
} from '../../server/platform/context.ts'
import { connectSimulatedBooks, syncBooks } from '../../server/rooms/accounting/testing.ts'
import { accountOfSubDomain, openAccount } from '../../server/rooms/accounts/index.ts'
import { asOwner } from '../../server/rooms/accounts/testing.ts'
import { aPortalLogin } from '../../server/rooms/portal/testing.ts'
import { DEMO_PASSWORD, DEMO_PORTAL_EMAIL } from './demo-company.ts'

const CALLER: Caller = { requestId: 'demo-books', ip: null }
const OFFICE: Actor = { kind: 'system', job: 'demo books' }

interface DemoBooks {
  readonly provider: string
  readonly name: string
  readonly subDomain: string
}

/** One company for each, since a company has one accounting platform. */
const PLATFORMS: readonly DemoBooks[] = [
  { provider: 'quickbooks', name: 'QuickBooks Online', subDomain: 'quickbooks-books-demo' },
  { provider: 'xero', name: 'Xero', subDomain: 'xero-demo' },
  { provider: 'clio', name: 'Clio', subDomain: 'clio-demo' },
]

/**
 * Opens a company for each simulated accounting platform, connects it and reads its books. On later starts it connects those again
 * whose simulator has forgotten them. Returns lines that say where they are.
 */
export async function openBooksCompanies(app: App): Promise<string[]> {
  const owner = await app.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', 'owner@brightwater.test')
    .executeTakeFirst()
  if (!owner) return []
  const lines = []
  for (const one of PLATFORMS) {
    if (!app.accountingPlatforms.has(one.provider)) continue
    const found = await findCompany(app, one)
    const accountId = found ?? (await openCompany(app, owner.id, one))
    const uow = unitOfWork(app, CALLER, asOwner(owner), accountId)
    const result = await connect(uow, one)
    if (found === null) await uow.transaction(addPortalPerson)
    lines.push(`    ${one.name.padEnd(20)} ${portalOrigin(app.config, one.subDomain)}   ${result}`)
  }
  if (lines.length === 0) return []
  return [
    `  Simulated accounting platforms, a company for each: ${owner.email} switches to it in the app, ${DEMO_PORTAL_EMAIL} pays in its portal`,
    ...lines,
  ]
}

const findCompany = (app: App, { subDomain }: DemoBooks): Promise<string | null> =>
  inTransaction(app, CALLER, OFFICE, (base) => accountOfSubDomain(base, subDomain))

const openCompany = (app: App, ownerId: string, { name, subDomain }: DemoBooks): Promise<string> =>
  inTransaction(app, CALLER, OFFICE, async (base) => {
    const ctx = await openAccount(base, {
      id: nextId(base),
      ownerId,
      subDomain,
      settings: { account_type: 'provider', currency: 'USD', timezone: 'America/Chicago', is_demo: true },
      company: { name: `${name} Demo Co.`, email: `billing@${subDomain}.test`, country: 'US' },
    })
    return ctx.accountId
  })

/** Connects a company unless it is connected already, and reads its books. Returns words about the result. */
async function connect(uow: UnitOfWork, { provider }: DemoBooks): Promise<string> {
  try {
    if ((await connectSimulatedBooks(uow, provider)) === 'ended_by_staff')
      return 'disconnected; connect it again under Settings'
    await syncBooks(uow)
    return 'connected'
  } catch (error) {
    uow.app.log.warn('a demo company was not connected', { platform: provider, error })
    return 'not connected; connect it under Settings'
  }
}

/** Lets the demo's customer log in as the first customer of the books. */
async function addPortalPerson(ctx: Ctx): Promise<void> {
  const customer = await ctx.db
    .selectFrom('customers')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .orderBy('short_name')
    .executeTakeFirst()
  if (customer)
    await aPortalLogin(ctx, {
      email: DEMO_PORTAL_EMAIL,
      customerIds: [customer.id],
      password: DEMO_PASSWORD,
    })
}
