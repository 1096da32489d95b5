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
import { accountOfSubDomain, openAccount } from '../../server/rooms/accounts/index.ts'
import { asOwner } from '../../server/rooms/accounts/testing.ts'
import { DEMO_PORTAL_EMAIL } from './demo-company.ts'

const CALLER: Caller = { requestId: 'demo-services', ip: null }
const OFFICE: Actor = { kind: 'system', job: 'demo services' }

/** A simulated service with a company of its own. */
export interface SimulatedService {
  /** Id of the adapter. */
  readonly provider: string
  readonly name: string
  readonly subDomain: string
}

/** The companies of one kind of services. */
export interface SimulatedCompanies<Service extends SimulatedService> {
  /** Title of the printed list: 'Simulated processors'. */
  readonly title: string
  readonly accountType: 'local' | 'provider'
  /** Services whose adapter is switched on. */
  readonly services: readonly Service[]
  /** Fills a company that was just opened, before it is connected. */
  readonly fill?: (ctx: Ctx) => Promise<void>
  /** Connects a company unless it is connected already. */
  readonly connect: (uow: UnitOfWork, service: Service) => Promise<'connected' | 'ended_by_staff'>
  /** Adds to a company that was just opened, after it is connected. */
  readonly complete?: (ctx: Ctx) => Promise<void>
}

/**
 * Opens a company for each simulated service and connects it. On later starts it connects those again whose simulator has forgotten
 * them. Returns lines that say where they are.
 */
export async function openSimulatedCompanies<Service extends SimulatedService>(
  app: App,
  companies: SimulatedCompanies<Service>,
): Promise<string[]> {
  const owner = await app.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', 'owner@brightwater.test')
    .executeTakeFirst()
  if (!owner || companies.services.length === 0) return []
  const lines = []
  for (const service of companies.services) {
    const found = await findCompany(app, service)
    const accountId = found ?? (await openCompany(app, owner.id, service, companies))
    const uow = unitOfWork(app, CALLER, asOwner(owner), accountId)
    const result = await connect(uow, service, companies)
    if (found === null && companies.complete) await uow.transaction(companies.complete)
    lines.push(`    ${service.name.padEnd(20)} ${portalOrigin(app.config, service.subDomain)}   ${result}`)
  }
  return [
    `  ${companies.title}, a company for each: ${owner.email} switches to it in the app, ${DEMO_PORTAL_EMAIL} pays in its portal`,
    ...lines,
  ]
}

const findCompany = (app: App, { subDomain }: SimulatedService): Promise<string | null> =>
  inTransaction(app, CALLER, OFFICE, (base) => accountOfSubDomain(base, subDomain))

const openCompany = <Service extends SimulatedService>(
  app: App,
  ownerId: string,
  { name, subDomain }: SimulatedService,
  { accountType, fill }: SimulatedCompanies<Service>,
): Promise<string> =>
  inTransaction(app, CALLER, OFFICE, async (base) => {
    const ctx = await openAccount(base, {
      id: nextId(base),
      ownerId,
      subDomain,
      settings: { account_type: accountType, currency: 'USD', timezone: 'America/Chicago', is_demo: true },
      company: { name: `${name} Demo Co.`, email: `billing@${subDomain}.test`, country: 'US' },
    })
    await fill?.(ctx)
    return ctx.accountId
  })

/** Returns words about the result. */
async function connect<Service extends SimulatedService>(
  uow: UnitOfWork,
  service: Service,
  companies: SimulatedCompanies<Service>,
): Promise<string> {
  try {
    return (await companies.connect(uow, service)) === 'connected'
      ? 'connected'
      : 'disconnected; connect it again under Settings'
  } catch (error) {
    uow.app.log.warn('a demo company was not connected', { service: service.provider, error })
    return 'not connected; connect it under Settings'
  }
}
