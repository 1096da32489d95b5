import { beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { aHttpPortal, type HttpPortal } from '../../../../../testing/http-portal.ts'
import { setUpTestServer } from '../../../../../testing/test-server.ts'
import { unitOfWork } from '../../../../platform/context.ts'
import { consumeMailRateLimit } from '../../../accounts/index.ts'
import { aPortalLogin } from '../../testing.ts'
import { inviteCustomers } from './invite-customers.ts'

const test = setUpTestServer()
let portal: HttpPortal

beforeEach(async () => {
  // Starts a new window for every rate limit.
  test.clock.advance(DAY_MS)
  portal = await aHttpPortal(test)
})

const RUNS = 'portal-invite-runs/'
const preview = async (again = false) => (await portal.staff('GET', `${RUNS}preview/?again=${again}`)).body
const start = async (again = false) => {
  const { status, body } = await portal.staff('POST', RUNS, { again })
  return { status, body, pk: String(body.pk) }
}
const last = async () => ((await portal.staff('GET', RUNS)).body.runs as unknown as object[])[0]
const work = (id: string) =>
  inviteCustomers(
    unitOfWork(test.app, { requestId: 'test', ip: null }, { kind: 'system', job: 'test' }, portal.accountId),
    id,
  )
const customers = async (count: number) => {
  for (let at = 0; at < count; at += 1) await portal.customer(`Customer ${at}`, `c${at}@x.test`)
}

it('invites those whom its preview counted, and says whom it leaves out and why', async () => {
  await customers(27)
  await portal.customer('Nameless')
  const [known, ended, invited] = [
    await portal.customer('Known', 'known@x.test'),
    await portal.customer('Ended', 'ended@x.test'),
    await portal.customer('Invited', 'invited@x.test'),
  ]
  await portal.run((ctx) => aPortalLogin(ctx, { email: 'known@x.test', customerIds: [known] }))
  const login = await portal.run((ctx) => aPortalLogin(ctx, { email: 'ended@x.test', customerIds: [ended] }))
  await portal.staff('DELETE', `customers/${ended}/customer-portal/${login.id}/`)
  await portal.staff('POST', `customers/${invited}/customer-portal/invite/`, {})
  const leftOut = { active: 1, invited: 1, removed: 1, no_address: 1, marked_address: 0, inactive: 0 }
  expect(await preview()).toMatchObject({ invited: 27, left_out: leftOut })
  expect(await preview(true)).toMatchObject({ invited: 28, left_out: { ...leftOut, invited: 0 } })
  const { pk, ...started } = await start()
  expect(started).toMatchObject({ status: 202, body: { state: 'running', customers_total: 31 } })
  await Promise.all([work(pk), work(pk)])
  expect(await last()).toMatchObject({ state: 'done', customers_done: 31, sent: 27 })
  expect(new Set((await portal.mails()).map((mail) => mail.to_address)).size).toBe(28)
  expect(await portal.mails()).toHaveLength(28)
  expect(await preview()).toMatchObject({ invited: 0 })
})

it('stops at the company’s emails of a day, and another run invites the others', async () => {
  await customers(5)
  await portal.run((ctx) => consumeMailRateLimit(ctx, 297))
  const { pk } = await start()
  await work(pk)
  expect(await last()).toMatchObject({
    state: 'failed',
    sent: 3,
    failure: expect.stringContaining('300 emails a day'),
  })
  expect(await preview()).toMatchObject({ invited: 2 })
})

it('is one at a time, and stops when it is canceled', async () => {
  await customers(1)
  const { pk } = await start()
  expect((await start()).status).toBe(409)
  expect((await portal.staff('POST', `${RUNS}${pk}/cancel/`, {})).body).toMatchObject({
    state: 'canceled',
  })
  await work(pk)
  expect(await portal.mails()).toEqual([])
  expect((await portal.staff('POST', `${RUNS}${pk}/cancel/`, {})).status).toBe(409)
  const rival = await aHttpPortal(test)
  expect((await rival.staff('POST', `${RUNS}${pk}/cancel/`, {})).status).toBe(404)
})

it('invites selected customers only, those named or all that match', async () => {
  await customers(3)
  const named = await portal.customer('Named', 'named@x.test')
  const nameless = await portal.customer('Nameless')
  await portal.customer('Otherwise', 'other@x.test')
  const body = { customers: [named, nameless, named] }
  expect((await portal.staff('POST', `${RUNS}preview/`, body)).body).toMatchObject({
    invited: 1,
    left_out: { no_address: 1 },
    first: [{ email: 'named@x.test' }],
  })
  const started = await portal.staff('POST', RUNS, body)
  expect(started).toMatchObject({ status: 202, body: { selected: true, customers_total: 2 } })
  await work(String(started.body.pk))
  expect(await last()).toMatchObject({ state: 'done', customers_done: 2, sent: 1 })
  const addresses = async () => (await portal.mails()).map((mail) => mail.to_address).toSorted()
  expect(await addresses()).toEqual(['named@x.test'])
  const matching = { matching: { search: 'Otherwise' } }
  expect((await portal.staff('POST', `${RUNS}preview/`, matching)).body).toMatchObject({ invited: 1 })
  await work(String((await portal.staff('POST', RUNS, matching)).body.pk))
  expect(await addresses()).toEqual(['named@x.test', 'other@x.test'])
})

it('refuses customers that don’t exist or are another company’s, and both ways to choose', async () => {
  await customers(1)
  const rival = await aHttpPortal(test)
  const foreign = await rival.customer('Foreign', 'foreign@x.test')
  for (const path of [RUNS, `${RUNS}preview/`]) {
    const answer = await portal.staff('POST', path, { customers: [foreign] })
    expect(answer.status).toBe(400)
    expect(answer.body).toHaveProperty('customers')
    for (const body of [{ customers: [] }, { customers: [foreign], matching: { search: '' } }])
      expect((await portal.staff('POST', path, body)).status).toBe(400)
  }
  expect((await portal.staff('POST', `${RUNS}preview/`, {})).status).toBe(400)
})
