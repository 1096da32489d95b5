import { beforeEach, expect, it } from 'vitest'
import { companies } from '../../../contract/worklist/companies.ts'
import { setUpTestApp, type Tenant } from '../../../testing/test-app.ts'
import { actingAs, inTransaction } from '../../platform/context.ts'
import { changeStanding, insertMember } from '../accounts/index.ts'
import { aCustomer } from '../customers/testing.ts'
import { listCompanies } from './actions/list-companies.ts'
import { openTask } from './actions/open-task.ts'

const test = setUpTestApp()
let tenant: Tenant
let client: Tenant

beforeEach(async () => {
  tenant = await test.tenant({ name: 'Accountants LLP' })
  client = await test.tenant({ name: 'Client Ltd' })
  await client.run((ctx) => insertMember(ctx, tenant.owner.userId, 'advisor'))
})

const list = (search = '') =>
  inTransaction(test.app, { requestId: 'test', ip: null }, { ...tenant.owner, role: null }, (ctx) =>
    listCompanies(actingAs(ctx, { ...tenant.owner, role: null }), {
      params: {},
      query: companies.list.query.parse({ search }),
      body: {},
    }),
  )

it('lists the companies of a person with their tasks, and none of others', async () => {
  const stranger = await test.tenant({ name: 'Stranger Ltd' })
  await client.run(async (ctx) => {
    const { id: customerId } = await aCustomer(ctx)
    await openTask(ctx, {
      key: 'a',
      kind: 'other',
      customerId,
      title: 'Call',
      reason: '',
      endsWhenSettled: false,
    })
  })
  const { results } = await list()
  expect(results.map(({ name, role, tasks_due }) => [name, role, tasks_due])).toEqual([
    ['Accountants LLP', 'owner', 0],
    ['Client Ltd', 'advisor', 1],
  ])
  expect(results.some(({ account }) => account === stranger.accountId)).toBe(false)
  expect((await list('client')).results).toHaveLength(1)
})

it('shows no figures of a company that is blocked', async () => {
  await client.run((ctx) => changeStanding(ctx, { blocked: true }))
  expect((await list('client')).results[0]).toMatchObject({ state: 'inactive', owed: [], tasks_due: 0 })
})
