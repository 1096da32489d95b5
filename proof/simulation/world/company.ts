import { type Ctx, inAccount, inTransaction } from '../../../server/platform/context.ts'
import { newId } from '../../../server/platform/ids.ts'
import { openAccount } from '../../../server/rooms/accounts/index.ts'
import { aCustomer } from '../../../server/rooms/customers/testing.ts'
import { createUser } from '../../../server/rooms/identity/index.ts'
import { createRule, switchOn } from '../../../server/rooms/late-fees/testing.ts'
import type { FeeRuleSpec, Scenario } from '../commands.ts'
import { formatAmount, TIME_ZONE } from '../model/figures.ts'
import type { Lane } from './lane.ts'

/** A company in a lane with its customers, and the mapping from the model's keys to the product's ids. */
export interface Company {
  readonly lane: Lane
  readonly accountId: string
  readonly ownerId: string
  readonly host: string
  readonly customers: readonly { readonly id: string; readonly portalUserId: string }[]
  /** Product ids by model key: invoices, memos, payments, refunds, applications, pay links. */
  readonly ids: Map<string, string>
  /** Product ids of stored methods, in the model's order. */
  readonly methods: string[]
  readonly overHttp: boolean
  run<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
}

export const CURRENCIES = ['USD', 'USD', 'JPY'] as const

const CALLER = { requestId: 'simulation', ip: '127.0.0.1' }
const NOBODY = { kind: 'anonymous' } as const
export const SYSTEM = { kind: 'system', job: 'simulation' } as const
const NO_PASSWORD =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/**
 * Opens an account with three customers, one of them in JPY. `name` is its subdomain and unique in the
 * database.
 */
export async function openCompany(
  lane: Lane,
  name: string,
  scenario: Scenario,
  overHttp: boolean,
): Promise<Company> {
  const { app } = lane
  const id = (): string => newId(app.clock.wallNow(), app.random)
  const accountId = id()
  const ownerId = await inTransaction(app, CALLER, NOBODY, async (ctx) => {
    const owner = await createUser(ctx, {
      email: `owner@${name}.test`,
      firstName: 'Olive',
      lastName: 'Owner',
      emailVerified: true,
      passwordHash: NO_PASSWORD,
      homeAccountId: accountId,
    })
    await openAccount(ctx, {
      id: accountId,
      ownerId: owner!.id,
      subDomain: name,
      settings: {
        account_type: 'local',
        timezone: TIME_ZONE,
        system_enabled: true,
        partial_payments: scenario.partial,
        card_surcharge_ppm: scenario.surcharge,
      },
      company: { name: 'Brightwater Supply Co.' },
    })
    return owner!.id
  })
  const run = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    inAccount(app, CALLER, SYSTEM, accountId, work)
  const customers = await run(async (ctx) => {
    const made: { id: string; portalUserId: string }[] = []
    for (const [index, currency] of CURRENCIES.entries()) {
      const email = `customer-${index}@${name}.test`
      const customer = await aCustomer(ctx, { shortName: `Customer ${index}`, email, currency })
      const portalUserId = id()
      await insertPortalUser(ctx, { portalUserId, customerId: customer.id, email })
      made.push({ id: customer.id, portalUserId })
    }
    return made
  })
  if (scenario.feeRule) await run((ctx) => switchFeesOn(ctx, scenario.feeRule!))
  const host = `${name}.localhost`
  return { lane, accountId, ownerId, host, customers, ids: new Map(), methods: [], overHttp, run }
}

/** Adds a rule for late fees that covers every customer, and switches it on. */
async function switchFeesOn(ctx: Ctx, rule: FeeRuleSpec): Promise<void> {
  const dollars = (minor: number): string => formatAmount(BigInt(minor), 'USD')
  const percent = (ppm: number): string => `${ppm / 10_000}`
  const { pk, revision } = await createRule(ctx, {
    name: 'Late fees',
    covers: 'everyone_else',
    groups: [],
    terms: {
      kind: rule.kind,
      flat: dollars(rule.flat),
      rate: percent(rule.rate),
      compounds: rule.compounds,
      grace_days: rule.graceDays,
      repeat: rule.repeat,
      every_days: rule.everyDays,
      day_of_month: rule.dayOfMonth,
      cap: rule.cap === null ? null : dollars(rule.cap),
      cap_rate: rule.capShare === null ? null : percent(rule.capShare),
      yearly_cap_rate: rule.yearlyShare === null ? null : percent(rule.yearlyShare),
      min_remaining: dollars(rule.minRemaining),
    },
    line_text: 'Late fee, {month}',
    item: '',
  })
  await switchOn(ctx, pk, { revision, includesLate: rule.includesLate })
}

/** Inserts a customer's portal login with its invitation accepted. */
async function insertPortalUser(
  ctx: Ctx,
  user: { portalUserId: string; customerId: string; email: string },
): Promise<void> {
  const at = new Date(ctx.now)
  const insert = (table: string, values: object) =>
    ctx.db
      .insertInto(table as never)
      .values({ account_id: ctx.accountId, created_at: at, ...values } as never)
      .execute()
  await insert('portal_users', { id: user.portalUserId, email: user.email, accepted_at: at })
  await insert('portal_user_customers', { portal_user_id: user.portalUserId, customer_id: user.customerId })
}
