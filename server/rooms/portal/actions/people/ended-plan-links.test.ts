import { expect, it } from 'vitest'
import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { setUp } from '../../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import { type Actor, actingAs, type Ctx } from '../../../../platform/context.ts'
import { readInvoice, resolvePayLink } from '../../../invoices/index.ts'
import { asCustomer, settle } from '../../../invoices/testing.ts'
import {
  aConfirmationToken,
  aLinkHolder,
  anOwingCustomer,
  aProposal,
  confirmByLink,
  openOwnProposal,
  readProposal,
} from '../../../payment-plans/testing.ts'
import { aPortalLogin } from '../../testing.ts'
import { endPortalAccess } from './end-portal-access.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())
const run = <T>(work: (ctx: Ctx) => Promise<T>) => tenant.run(work)

/** Proposes a plan by email, and returns what opens its page for an actor. */
async function aMailedProposal(...amounts: string[]) {
  const { customer, ids } = await run((ctx) => anOwingCustomer(ctx, amounts))
  const plan = await run((ctx) => aProposal(ctx, ids, 2, '', true))
  const invoiceId = ids[0]!
  const openAs = async (actorOf: (ctx: Ctx) => Promise<Actor>) => {
    const { url } = await run(async (ctx) => openOwnProposal(actingAs(ctx, await actorOf(ctx)), invoiceId))
    return new URL(url).searchParams.get('token')!
  }
  return { customer, ids, invoiceId, plan, openAs }
}
const read = (token: string) => test.transact((ctx) => readProposal(ctx, token))

it('end with the access of the person who opened them, and no other link does', async () => {
  const { customer, plan, openAs } = await aMailedProposal('100.00')
  const { id } = await run((ctx) => aPortalLogin(ctx, { email: 'pat@x.test', customerIds: [customer] }))
  const token = await openAs(async () => ({ ...asCustomer(customer), portalUserId: id }) as Actor)
  const ofStaff = await run((ctx) => aConfirmationToken(ctx, plan.pk))
  expect((await read(token)).state).toBe('proposed')
  await run((ctx) => endPortalAccess(ctx, customer, id))
  await expect(read(token)).rejects.toMatchObject({ code: 'token_expired' })
  const { revision, total } = await read(ofStaff)
  const confirm = (by: string) =>
    test.transact((ctx) =>
      confirmByLink(ctx, { token: by, name: 'Pat', revision, total, charges_itself: false, agreed: true }),
    )
  await expect(confirm(token)).rejects.toMatchObject({ code: 'token_expired' })
  expect((await confirm(ofStaff)).state).toBe('confirmed')
})

/** Confirms the proposal of a link, and returns the secret of the pay link that its holder gets. */
async function confirmAndPay(token: string): Promise<string> {
  const { revision, total } = await read(token)
  const given = { name: 'Pat', revision, total, charges_itself: false, agreed: true } as const
  const { pay_url } = await test.transact((ctx) => confirmByLink(ctx, { token, ...given }))
  return new URL(pay_url!).searchParams.get('token')!
}
const opens = (secret: string) => test.transact(async (ctx) => (await resolvePayLink(ctx, secret)) !== null)

it('leave no pay link to a person whose access ended', async () => {
  const { customer, ids, openAs } = await aMailedProposal('100.00', '50.00')
  const { id } = await run((ctx) => aPortalLogin(ctx, { email: 'sam@x.test', customerIds: [customer] }))
  const token = await openAs(async () => ({ ...asCustomer(customer), portalUserId: id }) as Actor)
  const first = await confirmAndPay(token)
  await run(async (ctx) => settle(ctx, await readInvoice(ctx, ids[0]!), 100_00n))
  const second = new URL((await read(token)).pay_url!).searchParams.get('token')!
  expect([second === first, await opens(first), await opens(second)]).toEqual([false, true, true])
  await run((ctx) => endPortalAccess(ctx, customer, id))
  expect([await opens(first), await opens(second)]).toEqual([false, false])
})

it('give a pay link that ends no later than the one that opened them', async () => {
  const { customer, invoiceId, openAs } = await aMailedProposal('100.00')
  const token = await openAs((ctx) => aLinkHolder(ctx, { customerId: customer, invoiceId }))
  test.clock.advance(5 * DAY_MS)
  const secret = await confirmAndPay(token)
  test.clock.advance(86 * DAY_MS)
  expect(await opens(secret)).toBe(false)
})

it('end with the pay link that opened them', async () => {
  const { customer, invoiceId, openAs } = await aMailedProposal('100.00')
  const token = await openAs((ctx) => aLinkHolder(ctx, { customerId: customer, invoiceId }))
  expect((await read(token)).state).toBe('proposed')
  await run((ctx) =>
    ctx.db
      .updateTable('pay_links')
      .set({ revoked_at: new Date(ctx.now) })
      .where('account_id', '=', ctx.accountId)
      .execute(),
  )
  await expect(read(token)).rejects.toMatchObject({ code: 'token_expired' })
})
