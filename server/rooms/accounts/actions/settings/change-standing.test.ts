import { expect, it } from 'vitest'
import { callApi } from '../../../../../testing/call-api.ts'
import { anHttpCompany } from '../../../../../testing/http-company.ts'
import { setUp } from '../../../../../testing/set-up.ts'
import { setUpTestServer } from '../../../../../testing/test-server.ts'
import { runsByItself } from '../../rules.ts'
import { readAccountRow } from '../../store/accounts.ts'
import { changeStanding } from './change-standing.ts'

const test = setUpTestServer()
const company = setUp(() => anHttpCompany(test, 'stopped'))
const get = (path: string) =>
  callApi(test.server, {
    method: 'GET',
    path: `/api/accounts/${company.accountId}/${path}`,
    token: company.token,
  })

it('closes a blocked account except for its settings, and keeps its customers paying', async () => {
  const { invoiceId, session } = await company.linked('80.00')
  await company.run((ctx) => changeStanding(ctx, { blocked: true }))
  const closed = await get('customers/')
  expect([closed.status, closed.body.code]).toEqual([403, 'account_blocked'])
  expect((await get('')).body).toMatchObject({
    blocked: true,
    plan: null,
    userlist_token: null,
    canceled_at: null,
  })
  expect((await company.payer('GET', `${invoiceId}/payment-options/`, session)).status).toBe(200)
  const runs = await company.run(async (ctx) => runsByItself(await readAccountRow(ctx), ctx.now))
  expect(runs, 'nothing is sent or charged by itself').toBe(false)
  await company.run((ctx) => changeStanding(ctx, { blocked: false }))
  expect((await get('customers/')).status).toBe(200)
})

it('shows the operator’s messages until others replace them', async () => {
  const messages = [{ text: 'Maintenance on Sunday.', tone: 'warning' as const }]
  await company.run((ctx) => changeStanding(ctx, { messages }))
  expect((await get('')).body.account_messages).toEqual(messages)
  await company.run((ctx) => changeStanding(ctx, { messages: [] }))
  expect((await get('')).body.account_messages).toEqual([])
})
