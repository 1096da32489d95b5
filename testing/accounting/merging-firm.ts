import { sql } from 'kysely'
import { expect } from 'vitest'
import { readCustomerDetail } from '../../server/rooms/customers/index.ts'
import { followMerge, peopleOfCustomer, undoFollowedMerge } from '../../server/rooms/portal/index.ts'
import { aPortalLogin } from '../../server/rooms/portal/testing.ts'
import { setUpMovingFirm } from './moving-firm.ts'

interface QueuedJob {
  readonly id: string
  readonly name: string
  readonly payload: { from: string; into: string; above?: string[]; sinceMs: number }
}

/** Sets up a company that reads Xero, with customers by name, each with one person in the portal. */
export function setUpMergingFirm() {
  const firm = setUpMovingFirm({ takesCards: true })
  const { tenant, xero } = firm
  const followed = new Set<string>()
  const idOf = async (name: string) =>
    (
      await tenant.run(({ db }) =>
        db.selectFrom('customers').select('id').where('short_name', '=', name).executeTakeFirstOrThrow(),
      )
    ).id
  const read = async (name: string) => {
    const id = await idOf(name)
    return tenant.run((ctx) => readCustomerDetail(ctx, id))
  }
  const setType = (type: 'local' | 'provider') =>
    tenant.run(({ db }) => db.updateTable('accounts').set({ account_type: type }).execute())
  return {
    ...firm,
    ...{ read, idOf, setType },
    /** Adds customers there and reads them. Returns their ids there. */
    add: async (...names: readonly string[]) => {
      const ids = names.map((name) => xero.books.addContact(name))
      const { status } = await tenant
        .run(({ db }) => db.selectFrom('accounting_connections').select('status').executeTakeFirst())
        .then((row) => row ?? { status: 'none' })
      expect(await (status === 'connected' ? firm.sync() : firm.connect('xero'))).toBe('done')
      for (const name of names) {
        const customerIds = [await idOf(name)]
        const email = `${name.toLowerCase().replaceAll(' ', '-')}@portal.test`
        await tenant.run((ctx) => aPortalLogin(ctx, { email, customerIds }))
      }
      return ids as [string, string, ...string[]]
    },
    part: (id: string) => {
      const contact = xero.books.find('Contacts', id)
      xero.books.put('Contacts', { ...contact, ContactStatus: 'ACTIVE', MergedToContactID: undefined })
    },
    /** Does what the queued jobs of the portal do, in this order. */
    follow: async (order: 'first' | 'last' = 'first') => {
      const { rows } = await sql<{ id: string; name: string; data: { payload: QueuedJob['payload'] } }>`
        select id, name, data from pgboss.job where name in ('portal.follow-merge', 'portal.undo-merge')
        order by created_on, id`.execute(tenant.uow().app.db)
      const waiting = rows.filter(({ id }) => !followed.has(id))
      for (const { id, name, data } of order === 'first' ? waiting : waiting.reverse()) {
        followed.add(id)
        await tenant.run((ctx) =>
          name === 'portal.follow-merge'
            ? followMerge(ctx, data.payload)
            : undoFollowedMerge(ctx, data.payload),
        )
      }
    },
    /** Returns who logs in for a customer, by the beginnings of their addresses. */
    people: async (name: string) => {
      const id = await idOf(name)
      const found = await tenant.run((ctx) => peopleOfCustomer(ctx, id))
      return found.map(({ email }) => email.split('@')[0]!).sort()
    },
    into: async (name: string) => (await read(name)).merged_into_name,
  }
}
