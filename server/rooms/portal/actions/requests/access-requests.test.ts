import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { callApi } from '../../../../../testing/call-api.ts'
import { aHttpPortal, type HttpPortal } from '../../../../../testing/http-portal.ts'
import { setUpTestServer } from '../../../../../testing/test-server.ts'
import { todayOf } from '../../../accounts/index.ts'
import { anOpenInvoice } from '../../../invoices/testing.ts'
import { upsertRequest } from '../../store/access-requests.ts'
import { aPortalLogin } from '../../testing.ts'

const test = setUpTestServer()
let portal: HttpPortal

beforeEach(async () => {
  // Starts a new window for every rate limit.
  test.clock.advance(DAY_MS)
  portal = await aHttpPortal(test)
})

const ask = (body: object = {}) => {
  test.clock.advance(1)
  const given = { name: 'Maya Lin', email: 'maya@x.test', reference: 'Harbor Foods', ...body }
  return callApi(test.server, {
    method: 'POST',
    path: '/api/access-requests/',
    host: portal.host,
    body: given,
  })
}
const list = async (state = 'open') =>
  (await portal.staff('GET', `access-requests/?state=${state}`)).body.results as unknown as { pk: string }[]
const decide = (pk: string, verb: 'approve' | 'refuse', body: object = {}) =>
  portal.staff('POST', `access-requests/${pk}/${verb}/`, body)
const tasks = async () => (await portal.staff('GET', 'tasks/')).body.results as unknown as object[]

it('reaches staff in a list and a task, and their approval invites the sender', async () => {
  const customer = await portal.customer('Harbor Foods')
  const { number } = await portal.run((ctx) => anOpenInvoice(ctx, { customer }))
  expect((await ask({ reference: number })).status).toBe(200)
  const [request] = await list()
  expect(request).toMatchObject({
    name: 'Maya Lin',
    email: 'maya@x.test',
    reference: number,
    suggested: { pk: customer, short_name: 'Harbor Foods' },
  })
  expect(await tasks()).toMatchObject([{ customer: { pk: customer } }])
  expect((await decide(request!.pk, 'approve', { customer })).body).toMatchObject({
    state: 'approved',
    customer: { pk: customer },
  })
  expect((await portal.mails()).map((mail) => mail.to_address)).toEqual(['maya@x.test'])
  expect((await portal.staff('GET', 'customer-portal/?state=invited')).body).toMatchObject({ count: 1 })
  expect(await tasks()).toEqual([])
  expect(await list()).toEqual([])
  expect(await list('approved')).toHaveLength(1)
  expect((await decide(request!.pk, 'refuse')).status).toBe(409)
})

it('is refused by mail, and may be asked again', async () => {
  await ask()
  const [request] = await list()
  expect(request).toMatchObject({ suggested: null })
  expect((await decide(request!.pk, 'refuse')).body).toMatchObject({ state: 'refused', customer: null })
  expect((await portal.mails()).at(-1)).toMatchObject({ to_address: 'maya@x.test' })
  await ask()
  expect(await list()).toHaveLength(1)
})

it('is one for an address, with the same answer when that has a login', async () => {
  const customer = await portal.customer('Harbor Foods')
  await portal.run((ctx) => aPortalLogin(ctx, { email: 'known@x.test', customerIds: [customer] }))
  const answers = [
    await ask(),
    await ask({ email: 'MAYA@x.test', reference: 'Pelham' }),
    await ask({ email: 'known@x.test' }),
  ]
  for (const { status, body } of answers)
    expect({ status, body }).toEqual({ status: 200, body: answers[0]!.body })
  expect(await list()).toMatchObject([
    { email: 'known@x.test' },
    { email: 'maya@x.test', reference: 'Pelham' },
  ])
  expect((await ask({ name: '<script>', email: 'other@x.test' })).status).toBe(400)
  expect((await ask({ reference: ' ', email: 'other@x.test' })).status).toBe(400)
})

it('hides nothing that an address asked for before', async () => {
  const customer = await portal.customer('Harbor Foods')
  await ask()
  await ask({ name: 'Mallory', reference: 'Bogus' })
  const again = (reference: string) =>
    portal.run((ctx) =>
      upsertRequest(ctx, { name: 'Mallory', email: 'maya@x.test', reference, namesCustomer: false }),
    )
  for (const reference of ['Bogus', 'Other']) await again(reference)
  expect(await list()).toMatchObject([
    {
      name: 'Mallory',
      reference: 'Other',
      earlier: [
        { name: 'Mallory', reference: 'Bogus' },
        { name: 'Maya Lin', reference: 'Harbor Foods' },
      ],
      suggested: { pk: customer },
    },
  ])
  for (let index = 0; index < 5; index += 1) await again(`Bogus ${index}`)
  expect(await list()).toMatchObject([{ earlier: { length: 5 } }])
})

it('gives up the oldest request that names no customer once the list is full', async () => {
  await portal.customer('Harbor Foods')
  await ask()
  await portal.run((ctx) =>
    sql`insert into portal_access_requests (account_id, id, name, email, reference, created_at)
      select ${ctx.accountId}, gen_random_uuid(), 'Robot', n || '@robot.test', 'Nothing', ${new Date(ctx.now)}::timestamptz + n * interval '1 ms'
      from generate_series(1, 499) n`.execute(ctx.db),
  )
  test.clock.advance(DAY_MS)
  expect((await ask({ email: 'late@x.test', reference: 'Unknown' })).status).toBe(200)
  const { rows } = await portal.run((ctx) =>
    sql<{
      email: string
    }>`select email from portal_access_requests where account_id = ${ctx.accountId}`.execute(ctx.db),
  )
  const kept = rows.map(({ email }) => email)
  expect(kept).toHaveLength(500)
  expect(kept).toEqual(expect.arrayContaining(['maya@x.test', 'late@x.test', '2@robot.test']))
  expect(kept).not.toContain('1@robot.test')
})

it('is sorted and filtered in the list and its export', async () => {
  const customer = await portal.customer('Harbor Foods')
  await ask({ name: 'zoe Ash', email: 'b@x.test', reference: 'Pelham' })
  await ask({ name: 'Adam Oak', email: 'c@x.test', reference: 'Alder' })
  await portal.run((ctx) =>
    sql`update portal_access_requests set created_at = created_at - interval '2 days' where account_id = ${ctx.accountId}`.execute(
      ctx.db,
    ),
  )
  await ask({ name: 'Maya Lin', email: 'a@x.test', reference: 'Harbor' })
  const today = await portal.run(todayOf)
  const emails = async (query: string) => {
    const { body } = await portal.staff('GET', `access-requests/?${query}`)
    return (body.results as unknown as { email: string }[]).map(({ email }) => email.charAt(0)).join('')
  }
  expect(await emails('')).toBe('acb')
  expect(await emails('order_by=name')).toBe('cab')
  expect(await emails('order_by=-email')).toBe('cba')
  expect(await emails('order_by=reference')).toBe('cab')
  expect(await emails(`filter_created_at_lt=${today}&order_by=created_at`)).toBe('bc')
  expect(await emails(`exclude_created_at_lt=${today}`)).toBe('a')
  const csv = await portal.staff('POST', 'access-requests/export/', { order_by: 'name' })
  expect(csv.bytes.toString().match(/\w@x/g)).toEqual(['c@x', 'a@x', 'b@x'])
  const open = await list()
  await decide(open[0]!.pk, 'approve', { customer })
  expect(await emails(`state=approved&customer=${customer}&order_by=customer`)).toBe('a')
  expect(await emails(`state=approved&filter_decided_at=${today}&order_by=-decided_at`)).toBe('a')
  expect(await emails(`state=approved&filter_decided_at_lt=${today}`)).toBe('')
  expect(await emails(`state=approved&customer=${open[1]!.pk}`)).toBe('')
  for (const wrong of ['order_by=state', 'filter_created_at=soon', 'filter_name=Maya', 'customer=x'])
    expect((await portal.staff('GET', `access-requests/?${wrong}`)).status, wrong).toBe(400)
})

it('belongs to one company', async () => {
  await ask()
  const rival = await aHttpPortal(test)
  const customer = await rival.customer('Rival')
  const [request] = await list()
  expect((await rival.staff('POST', `access-requests/${request!.pk}/approve/`, { customer })).status).toBe(
    404,
  )
  expect((await decide(request!.pk, 'approve', { customer })).status).toBe(404)
  expect((await rival.staff('GET', 'access-requests/')).body).toMatchObject({ count: 0 })
})
