import { describe, expect, it } from 'vitest'
import { setUp } from '../../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import { actingAs, type Ctx } from '../../../../platform/context.ts'
import {
  endMirroredMerges,
  mergeCustomers,
  mergedAbove,
  mirrorMerges,
  readCustomer,
} from '../../../customers/index.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { openSession, readSession } from '../../../identity/index.ts'
import { peopleOfCustomer } from '../../store/portal-access.ts'
import { aPortalLogin } from '../../testing.ts'
import { listCustomerAccounts } from '../list-customer-accounts.ts'
import { loadPortalCaller } from '../load-portal-caller.ts'
import { endPortalAccess } from '../people/end-portal-access.ts'
import { readCustomerAccount } from '../read-customer-account.ts'
import { followMerge, undoFollowedMerge } from './follow-merge.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())

it('the people of a merged customer log in for the other one too, once', async () => {
  await tenant.run(async (ctx) => {
    const [from, into] = [await aCustomer(ctx), await aCustomer(ctx)]
    await aPortalLogin(ctx, { email: 'kay@merged.test', customerIds: [from.id] })
    await aPortalLogin(ctx, { email: 'lee@other.test', customerIds: [into.id] })
    for (let times = 0; times < 2; times++) await followMerge(ctx, { from: from.id, into: into.id })
    const emails = async (id: string) => (await peopleOfCustomer(ctx, id)).map(({ email }) => email).sort()
    expect(await emails(into.id)).toEqual(['kay@merged.test', 'lee@other.test'])
    expect(await emails(from.id)).toEqual(['kay@merged.test'])
  })
})

it('a person who was removed from the other customer stays removed', async () => {
  await tenant.run(async (ctx) => {
    const [from, into] = [await aCustomer(ctx), await aCustomer(ctx)]
    const customerIds = [from.id, into.id]
    await aPortalLogin(ctx, { email: 'sam@removed.test', customerIds })
    const [sam] = await peopleOfCustomer(ctx, into.id)
    await endPortalAccess(ctx, into.id, sam!.id)
    await followMerge(ctx, { from: from.id, into: into.id })
    expect(await peopleOfCustomer(ctx, into.id)).toEqual([])
  })
})

describe('a session that is open when its customer is merged', () => {
  let logins = 0

  /** Opens a session for the first of these new customers, by a person who logs in for the first `own` of them. */
  async function open(ctx: Ctx, names: readonly string[], own = 1) {
    const customers: string[] = []
    for (const shortName of names) customers.push((await aCustomer(ctx, { shortName })).id)
    const email = `open-${logins++}@session.test`
    const { id } = await aPortalLogin(ctx, { email, customerIds: customers.slice(0, own) })
    const openFor = async (customerId: string) =>
      (
        await openSession(ctx, {
          audience: 'portal',
          portalUserId: id,
          accountId: ctx.accountId,
          customerId,
        })
      ).sessionId
    const sessionId = await openFor(customers[0]!)
    /** Loads the caller of the next request, which chooses a customer or none. */
    const request = async (chosen: string | null = null, session = sessionId) => {
      const { actor } = (await loadPortalCaller(ctx, (await readSession(ctx, session))!, chosen))!
      if (actor.kind !== 'customer') throw new Error('not a customer')
      const as = actingAs(ctx, actor)
      const query = { page: 1, page_size: 100, search: '' }
      const { results } = await listCustomerAccounts(as, { params: {}, body: {}, query })
      const { moved_to: movedTo } = await readCustomerAccount(as)
      const listed = results.flatMap((one) => (one.moved_to === null ? [] : [[one.pk, one.moved_to]]))
      return { shown: actor.customerId, movedTo, listed }
    }
    return { customers: customers as [string, string, ...string[]], id, openFor, request }
  }

  /** Merges the one into the other in the books. Returns what ends that. */
  async function mergeInBooks(ctx: Ctx, from: string, into: string) {
    await mirrorMerges(ctx, 'Xero', [{ from, into }])
    return async () => {
      const above = await mergedAbove(ctx, into)
      await endMirroredMerges(ctx, [from])
      await undoFollowedMerge(ctx, { from, into, above, sinceMs: ctx.now })
    }
  }

  it('shows the one that has the invoices with the next request, and the former one when it is chosen', async () => {
    await tenant.run(async (ctx) => {
      const { customers, request, openFor } = await open(ctx, ['Former Fern', 'Lasting Larch'])
      const [from, into] = customers
      await mergeInBooks(ctx, from, into)
      expect(await request()).toEqual({ shown: from, movedTo: null, listed: [] })
      await followMerge(ctx, { from, into })
      expect(await request()).toEqual({ shown: into, movedTo: null, listed: [[from, into]] })
      expect(await request(from)).toEqual({ shown: from, movedTo: into, listed: [[from, into]] })
      // One that is opened for the former customer since, by a link of its own, stays there.
      expect((await request(null, await openFor(from))).shown).toBe(from)
    })
  })

  it('follows a chain to its end, in any order, and returns when the merge ends', async () => {
    await tenant.run(async (ctx) => {
      const { customers, request } = await open(ctx, ['Chain One', 'Chain Two', 'Chain Three'])
      const [low, middle, high] = customers
      const end = await mergeInBooks(ctx, low, middle)
      await mergeInBooks(ctx, middle, high!)
      await followMerge(ctx, { from: middle, into: high! })
      await followMerge(ctx, { from: low, into: middle })
      expect(await request()).toMatchObject({ shown: high, movedTo: null })
      await end()
      expect(await request()).toEqual({ shown: low, movedTo: null, listed: [] })
      await expect(request(high)).rejects.toMatchObject({ code: 'not_found' })
    })
  })

  it('stays where the person may not log in for the other one', async () => {
    await tenant.run(async (ctx) => {
      const { customers, id, request } = await open(ctx, ['Barred Beech', 'Removed Rowan'], 2)
      const [from, into] = customers
      await endPortalAccess(ctx, into, id)
      await mergeInBooks(ctx, from, into)
      await followMerge(ctx, { from, into })
      expect(await request()).toEqual({ shown: from, movedTo: null, listed: [] })
      await expect(request(into)).rejects.toMatchObject({ code: 'not_found' })
    })
  })

  it('stays after a merge by hand, which leaves the invoices there', async () => {
    await tenant.run(async (ctx) => {
      const { customers, request } = await open(ctx, ['Hand Heather', 'Hand Hyssop'])
      const [from, into] = customers
      await mergeCustomers(ctx, from, into)
      await followMerge(ctx, { from, into })
      expect(await request()).toEqual({ shown: from, movedTo: null, listed: [] })
    })
  })

  it('of another person or another company stays where it is', async () => {
    const stranger = await test.tenant()
    const theirs = await stranger.run((ctx) => open(ctx, ['Far Fir']))
    await tenant.run(async (ctx) => {
      const { customers } = await open(ctx, ['Near Nettle', 'Near Nutmeg'])
      const other = await open(ctx, ['Other Oak'])
      const [from, into] = customers
      await mergeInBooks(ctx, from, into)
      await followMerge(ctx, { from, into })
      expect((await other.request()).shown).toBe(other.customers[0])
      expect(await readCustomer(ctx, theirs.customers[0]).catch(({ code }) => code)).toBe('not_found')
      // A job that names a customer of another company moves nothing.
      await followMerge(ctx, { from: theirs.customers[0], into })
    })
    const sessions = await stranger.run(({ db, accountId }) =>
      db.selectFrom('sessions').select('customer_id').where('account_id', '=', accountId).execute(),
    )
    expect(sessions.map((one) => one.customer_id)).toContain(theirs.customers[0])
  })
})
