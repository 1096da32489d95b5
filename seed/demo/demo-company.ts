import sharp from 'sharp'
import { DEMO_SUB_DOMAIN } from '../../domain/accounts/demo.ts'
import { hashPassword } from '../../server/platform/auth/password-hashing.ts'
import type { BaseCtx, Ctx } from '../../server/platform/context.ts'
import { nextId } from '../../server/platform/context.ts'
import { storeFile } from '../../server/platform/files.ts'
import { UNDELIVERABLE_DOMAIN } from '../../server/platform/mail/demo-mailbox.ts'
import { insertMember, openAccount } from '../../server/rooms/accounts/index.ts'
import {
  BLANK_CUSTOMER,
  createCustomers,
  createGroup,
  moveCustomers,
} from '../../server/rooms/customers/index.ts'
import { createUser, type User } from '../../server/rooms/identity/index.ts'
import { CUSTOMERS, DEMO_TIME_ZONE, GROUPS } from './demo-names.ts'

export const DEMO_PASSWORD = 'collect-what-is-owed'
export const DEMO_PORTAL_EMAIL = 'accounts@harborfoods.test'

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="288" height="288" viewBox="0 0 36 36"><rect width="36" height="36" rx="9" fill="#0e6553"/>
<path d="M18 6.5c5.2 5.6 8 9.6 8 13.6a8 8 0 0 1-16 0c0-4 2.8-8 8-13.6z" fill="#fff"/>
<path d="M10.4 20.6c2.5-1.9 5.1-1.9 7.6 0s5.1 1.9 7.6 0" fill="none" stroke="#0e6553" stroke-width="2.2"/></svg>`

const PEOPLE = [
  ['owner', 'Dana', 'Whitfield'],
  ['admin', 'Marcus', 'Adeyemi'],
  ['viewer', 'Priya', 'Raman'],
] as const

/** Creates the demo company with its people. Returns null when it exists already. */
export async function openDemoCompany(ctx: BaseCtx): Promise<{ ctx: Ctx; ownerId: string } | null> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const accountId = nextId(ctx)
  const users: User[] = []
  for (const [name, firstName, lastName] of PEOPLE) {
    const user = await createUser(ctx, {
      email: `${name}@brightwater.test`,
      passwordHash,
      firstName,
      lastName,
      emailVerified: true,
      homeAccountId: accountId,
    })
    if (user === null) return null
    users.push(user)
  }
  const inside = await openAccount(ctx, {
    id: accountId,
    ownerId: users[0]!.id,
    subDomain: DEMO_SUB_DOMAIN,
    settings: {
      account_type: 'local',
      currency: 'USD',
      timezone: DEMO_TIME_ZONE,
      system_enabled: true,
      holding_on_weekend: true,
      is_demo: true,
      card_surcharge_ppm: 15_000,
      default_notes: 'Thank you. Please leave empty pallets at dock 2 on Fridays.',
    },
    company: {
      name: 'Brightwater Supply Co.',
      email: 'billing@brightwater.test',
      phone: '(414) 555-0142',
      website: 'https://brightwater.test',
      addressline1: '418 Canal Street',
      city: 'Milwaukee',
      state: 'WI',
      postal_code: '53203',
      country: 'US',
    },
  })
  await insertMember(inside, users[1]!.id, 'admin')
  await insertMember(inside, users[2]!.id, 'viewer')
  const bytes = await sharp(Buffer.from(LOGO)).png().toBuffer()
  const fileId = await storeFile(inside, { name: 'logo.png', mediaType: 'image/png', bytes })
  await inside.db
    .updateTable('companies')
    .set({ logo_file_id: fileId })
    .where('account_id', '=', inside.accountId)
    .execute()
  return { ctx: inside, ownerId: users[0]!.id }
}

/** The demo's mailbox refuses addresses of this domain. */
const MOVED_AWAY = 'Foxglove Florists'

/** Returns the email of the demo customer at this index. */
export const customerEmail = (at: number): string =>
  at === 0
    ? DEMO_PORTAL_EMAIL
    : CUSTOMERS[at]![0] === MOVED_AWAY
      ? `accounts@${UNDELIVERABLE_DOMAIN}`
      : `accounts@${CUSTOMERS[at]![0].toLowerCase()
          .normalize('NFD')
          .replace(/[^a-z]/g, '')}.test`

/** First three digits of a postal code in each state. */
const ZIP_CODES: Readonly<Record<string, string>> = {
  AZ: '850',
  GA: '303',
  IA: '503',
  IL: '606',
  IN: '462',
  KY: '402',
  MA: '021',
  ME: '041',
  MI: '482',
  MN: '554',
  MO: '641',
  NC: '276',
  NE: '681',
  OH: '432',
  TN: '372',
  TX: '787',
  VA: '235',
  WI: '532',
}

/** Adds the demo's customers. Returns their ids in the order of CUSTOMERS. */
export const addDemoCustomers = (ctx: Ctx): Promise<string[]> =>
  createCustomers(
    ctx,
    CUSTOMERS.map(([name, city, region, country, currency], at) => ({
      ...BLANK_CUSTOMER,
      shortName: name,
      companyName: at % 3 === 0 ? `${name} ${country === 'US' ? 'LLC' : 'GmbH'}` : '',
      currency,
      email: customerEmail(at),
      primaryPhone: `(${207 + at}) 555-01${10 + at}`,
      addressline1: `${100 + at * 7} ${['Wharf Street', 'Mill Road', 'Canal Street', 'Market Square'][at % 4]}`,
      city,
      state: region,
      postalCode: country === 'US' ? `${ZIP_CODES[region]}${10 + at}` : String(10_115 + at * 31),
      country,
    })),
  )

/** Adds the demo's groups and returns their ids by name. `customerIds` are in the order of CUSTOMERS. */
export async function addDemoGroups(
  ctx: Ctx,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const groups = new Map<string, string>()
  const idOf = new Map(CUSTOMERS.map(([name], at) => [name, customerIds[at]!]))
  for (const [name, members] of Object.entries(GROUPS)) {
    const { pk } = await createGroup(ctx, name)
    groups.set(name, pk)
    await moveCustomers(ctx, { group: pk, customers: members.map((member) => idOf.get(member)!) })
  }
  return groups
}
