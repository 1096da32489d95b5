import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../../../domain/dates/durations.ts'
import { type ApiCall, callApi } from '../../../../../testing/call-api.ts'
import { setUpTestServer } from '../../../../../testing/test-server.ts'
import { inAccount } from '../../../../platform/context.ts'
import { newId } from '../../../../platform/ids.ts'
import { anAccount } from '../../../accounts/testing.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { createJointPayLink, voidInvoice } from '../../../invoices/index.ts'
import { anOpenInvoice } from '../../../invoices/testing.ts'
import { cardForm } from '../../../payments/testing.ts'

const test = setUpTestServer()
const host = 'joint-supplies.localhost'
let accountId: string
let userId: string

beforeAll(async () => {
  const open = (ownerEmail: string, subDomain: string) =>
    test.transact((ctx) => anAccount(ctx, { ownerEmail, subDomain }))
  const made = await open('owner@joint.test', 'joint-supplies')
  accountId = made.accountId
  userId = made.owner.id
  await open('owner@rival.test', 'rival-joint')
})
beforeEach(() => test.clock.advance(HOUR_MS))

const run = <T>(work: Parameters<typeof inAccount<T>>[4]) =>
  inAccount(
    test.app,
    { requestId: 'test', ip: '127.0.0.1' },
    { kind: 'staff', userId, sessionId: '', email: 'owner@joint.test', emailVerified: true, role: 'owner' },
    accountId,
    work,
  )
const api = (call: Partial<ApiCall> & { path: string }) =>
  callApi(test.server, { method: 'POST', host, ...call })
const open = (token: string, at = host) => api({ path: '/api/pay-link/', host: at, body: { token } })
const read = (path: string, token: string) => api({ method: 'GET', path, token })

type Line = { pk: string; payable: string }

/** The status of the list of what a session's link opens, and its lines. */
async function listOpened(token: string): Promise<{ status: number; lines: Line[]; options: unknown }> {
  const { status, body } = await read('/api/open-invoices/', token)
  return { status, lines: body.lines as Line[], options: body.options }
}

/** A customer with invoices over $100, $50 and $25, and a link for the first two. */
async function aJointLink() {
  return run(async (ctx) => {
    const customer = (await aCustomer(ctx)).id
    const ids: string[] = []
    for (const amount of ['100.00', '50.00', '25.00'])
      ids.push((await anOpenInvoice(ctx, { customer, amount })).id)
    const { url } = await createJointPayLink(ctx, customer, ids.slice(0, 2))
    return { customer, ids, secret: new URL(url).searchParams.get('token')! }
  })
}

describe('a pay link for several invoices', () => {
  it('shows its invoices and takes one payment for them', async () => {
    const { ids, secret } = await aJointLink()
    const { body } = await open(secret)
    expect(body).toMatchObject({ several: 2 })
    const listed = await listOpened(body.token)
    expect(listed.lines.map((line) => line.pk)).toEqual(ids.slice(0, 2).sort())
    const paid = await api({
      path: '/api/open-invoices/payment-options/sandbox-card/',
      token: body.token,
      body: {
        invoices: listed.lines.map(({ pk, payable }) => ({
          invoice: pk,
          amount: payable,
        })),
        form: cardForm('150.00'),
      },
    })
    expect(paid.body).toMatchObject({ status: 'confirmed', amount: '150.00' })
    const receipt = `/api/invoices/${ids[0]}/payments/${paid.body.id}/receipt/`
    expect((await read(receipt, body.token)).status).toBe(200)
    const after = await listOpened((await open(secret)).body.token)
    expect(after.lines.map((line) => line.payable)).toEqual(['0.00', '0.00'])
    expect(after.options).toEqual([])
  })

  it('opens no other invoice of the customer, and nothing at another company', async () => {
    const { ids, secret } = await aJointLink()
    const { body } = await open(secret)
    const other = ids[2]!
    expect((await read(`/api/open-invoices/?invoices=${ids[0]},${other}`, body.token)).status).toBe(404)
    expect((await read(`/api/invoices/${other}/`, body.token)).status).toBe(404)
    expect((await read(`/api/invoices/${other}/pdf/`, body.token)).status).toBe(404)
    const form = { invoices: [{ invoice: other, amount: '25.00' }], form: cardForm('25.00') }
    const path = '/api/open-invoices/payment-options/sandbox-card/'
    expect((await api({ path, token: body.token, body: form })).status).toBe(404)
    expect((await open(secret, 'rival-joint.localhost')).status).toBe(404)
  })

  it('goes on without an invoice that is void, and ends with the last one', async () => {
    const { ids, secret } = await aJointLink()
    const { token } = (await open(secret)).body
    await run((ctx) => voidInvoice(ctx, ids[0]!, ''))
    const listed = await listOpened(token)
    expect(listed.lines.map((line) => line.pk)).toEqual([ids[1]])
    await run((ctx) => voidInvoice(ctx, ids[1]!, ''))
    expect((await read('/api/open-invoices/', token)).status).toBe(404)
    expect((await open(secret)).status).toBe(404)
  })

  it('ends after 90 days and when it is revoked', async () => {
    const { secret } = await aJointLink()
    const revoked = await aJointLink()
    const { token } = (await open(revoked.secret)).body
    await run((ctx) =>
      ctx.db
        .updateTable('pay_links')
        .set({ revoked_at: new Date(0) })
        .where('account_id', '=', accountId)
        .execute(),
    )
    expect((await read('/api/open-invoices/', token)).status).toBe(404)
    const fresh = await aJointLink()
    test.clock.advance(91 * DAY_MS)
    expect((await open(fresh.secret)).status).toBe(404)
    expect((await open(secret)).status).toBe(404)
  })

  it('is made for all open invoices, and refused for another customer’s or a paid one', async () => {
    const { customer, ids } = await aJointLink()
    const all = await run((ctx) => createJointPayLink(ctx, customer, undefined))
    expect(all.invoices).toBe(3)
    const stranger = await aJointLink()
    await expect(
      run((ctx) => createJointPayLink(ctx, customer, [ids[0]!, stranger.ids[0]!])),
    ).rejects.toMatchObject({ code: 'not_found' })
    await run((ctx) => voidInvoice(ctx, ids[2]!, ''))
    await expect(run((ctx) => createJointPayLink(ctx, customer, ids))).rejects.toMatchObject({
      code: 'invalid_input',
    })
    const nobody = await run((ctx) => aCustomer(ctx))
    await expect(run((ctx) => createJointPayLink(ctx, nobody.id, undefined))).rejects.toMatchObject({
      code: 'wrong_state',
    })
    await expect(run((ctx) => createJointPayLink(ctx, newId(0), undefined))).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
