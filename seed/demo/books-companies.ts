import type { App, Ctx, UnitOfWork } from '../../server/platform/context.ts'
import { connectSimulatedBooks, syncBooks } from '../../server/rooms/accounting/testing.ts'
import { aPortalLogin } from '../../server/rooms/portal/testing.ts'
import { DEMO_PASSWORD, DEMO_PORTAL_EMAIL } from './demo-company.ts'
import { openSimulatedCompanies, type SimulatedService } from './simulated-company.ts'

/** One company for each, since a company has one accounting platform. */
const PLATFORMS: readonly SimulatedService[] = [
  { provider: 'quickbooks', name: 'QuickBooks Online', subDomain: 'quickbooks-books-demo' },
  { provider: 'xero', name: 'Xero', subDomain: 'xero-demo' },
  { provider: 'clio', name: 'Clio', subDomain: 'clio-demo' },
]

/** Opens a company for each simulated accounting platform, connects it and reads its books. */
export const openBooksCompanies = (app: App): Promise<string[]> =>
  openSimulatedCompanies(app, {
    title: 'Simulated accounting platforms',
    accountType: 'provider',
    services: PLATFORMS.filter(({ provider }) => app.accountingPlatforms.has(provider)),
    connect,
    complete: addPortalPerson,
  })

async function connect(
  uow: UnitOfWork,
  { provider }: SimulatedService,
): Promise<'connected' | 'ended_by_staff'> {
  if ((await connectSimulatedBooks(uow, provider)) === 'ended_by_staff') return 'ended_by_staff'
  await syncBooks(uow)
  return 'connected'
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
