import { expect, it } from 'vitest'
import { setUp } from '../../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import { actingAs, type Ctx } from '../../../../platform/context.ts'
import { aContactChange, listChanges } from '../../../contact-changes/testing.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { tasksOf } from '../../../worklist/testing.ts'
import { aPortalLogin } from '../../testing.ts'
import { endPortalAccess } from './end-portal-access.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())

const open = () =>
  tenant.run(async (ctx) => {
    const query = { page: 1, page_size: 10 } as const
    return (await listChanges(ctx, { params: { account: ctx.accountId }, query, body: {} })).count
  })

const tasks = async () => (await tasksOf(tenant)).filter((text) => text.endsWith('(open)')).length

/** A proposal of a new address by a person of a new customer. */
async function aProposal(ctx: Ctx, email: string) {
  const customer = await aCustomer(ctx)
  const { id } = await aPortalLogin(ctx, { email, customerIds: [customer.id] })
  const person = { kind: 'customer', portalUserId: id, sessionId: id, email } as const
  const actor = { ...person, customerId: customer.id, customerIds: [customer.id] }
  await aContactChange(actingAs(ctx, actor), { email })
  return { customer: customer.id, id }
}

it('a proposal of new contact details ends with the access of the person who made it', async () => {
  const { customer, id } = await tenant.run((ctx) => aProposal(ctx, 'mallory@harbor.test'))
  await tenant.run((ctx) => aProposal(ctx, 'maya@other.test'))
  expect([await open(), await tasks()]).toEqual([2, 2])
  await tenant.run((ctx) => endPortalAccess(ctx, customer, id))
  expect([await open(), await tasks()]).toEqual([1, 1])
})
