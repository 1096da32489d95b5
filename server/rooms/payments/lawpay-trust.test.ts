import { afterEach, describe, expect, it } from 'vitest'
import { callApi } from '../../../testing/call-api.ts'
import type { ReplyBody } from '../../../testing/http-company.ts'
import { aLawPayCompany, createLawPayTest } from '../../../testing/processors/lawpay-company.ts'
import { setUp } from '../../../testing/set-up.ts'
import { unitOfWork } from '../../platform/context.ts'
import { readConnection } from '../connections/index.ts'
import { createJointPayLink, updateInvoice } from '../invoices/index.ts'
import { aLine, draftInput } from '../invoices/testing.ts'
import { readReceivables } from '../ledger/index.ts'
import { readPayment } from './actions/read/read-payment.ts'
import { refundPayment } from './actions/refund/refund-payment.ts'
import { listOpenInvoices } from './actions/several/list-open-invoices.ts'
import { payInvoices } from './actions/several/pay-invoices.ts'
import { anOpenInvoice, portalOf } from './testing.ts'

const test = setUp(createLawPayTest, (made) => made.close())
const mine = setUp(async () => {
  const company = await aLawPayCompany(test, 'trust-firm')
  await company.connect()
  await company.run((ctx) =>
    ctx.db
      .updateTable('accounts')
      .set({ card_surcharge_ppm: 30_000 })
      .where('account_id', '=', company.accountId)
      .execute(),
  )
  return company
})
afterEach(() => expect(test.lawPay.controls.violations).toEqual([]))

let requests = 0
const at = (invoiceId: string) => `${invoiceId}/payment-options/lawpay-card/`
const cardForm = async (amount = '100.00') => ({
  amount,
  charge_token: await mine.fieldToken({
    type: 'card',
    number: '4242424242424242',
    cvv: '123',
    exp_month: 12,
    exp_year: 2030,
    name: 'Lane Client',
    postal_code: '10001',
  }),
  request_id: `trust-request-${++requests}`,
})
const uow = () =>
  unitOfWork(test.app, { requestId: 'test', ip: null }, { kind: 'system', job: 'test' }, mine.accountId)
const refused = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable(),
    (refusal: { fields: Record<string, string[]> }) => refusal.fields,
  )
const connected = async () => (await mine.run((ctx) => readConnection(ctx, 'lawpay')))!
const accounts = async () =>
  JSON.parse((await connected()).credentials!.keys!.accounts!) as {
    id: string
    name: string
    trust: boolean
    type: string
    secretKey: string
  }[]

/** The name of the account at LawPay that took a payment, and of those that paid its refunds. */
async function accountOf(paymentId: string): Promise<string> {
  const { gateway_id } = await mine.run((ctx) => readPayment(ctx, paymentId))
  const all = await accounts()
  const reply = await fetch(`${test.lawPay.origin}/v1/charges/${gateway_id}`, {
    headers: { authorization: `Basic ${Buffer.from(`${all[0]!.secretKey}:`).toString('base64')}` },
  })
  const { account_id } = (await reply.json()) as { account_id: string }
  return all.find(({ id }) => id === account_id)!.name
}

/** An invoice for the trust account and its pay link. */
async function deposit() {
  const linked = await mine.linked()
  const lines = [aLine({ description: 'Retainer', unit_price: '100.00' })]
  const input = draftInput(linked.customer.id, { deposit_to: 'trust', lines })
  await mine.run((ctx) => updateInvoice(ctx, linked.invoiceId, { ...input, revision: 1 }))
  return linked
}

describe('an invoice for the trust account', () => {
  it('is paid into it, without a surcharge, and its refund is taken from there', async () => {
    const { invoiceId, session } = await deposit()
    const options = await mine.payer('GET', `${invoiceId}/payment-options/`, session)
    expect(options.body).toMatchObject([
      { type: 'credit_card', surcharge_percentage: '0', extra_data: { deposit_to: 'trust' } },
      { type: 'e_check' },
    ])
    const paid = await mine.payer('POST', at(invoiceId), session, await cardForm())
    expect(paid.body).toMatchObject({ status: 'confirmed', amount: '100.00' })
    expect(await accountOf(paid.body.id)).toBe('Trust – cards')
    expect(await mine.run((ctx) => readPayment(ctx, paid.body.id))).toMatchObject({
      deposit_to: 'trust',
      surcharge: '0.00',
    })
    const request = { request_id: 'trust-back', total: '40.00', total_currency: 'USD', reason: '' }
    await refundPayment(uow(), paid.body.id, request)
    expect(await mine.run((ctx) => readPayment(ctx, paid.body.id))).toMatchObject({
      refunded_amount: '40.00',
    })
  })

  it('leaves other invoices to the operating account, with their surcharge', async () => {
    const { invoiceId, session } = await mine.linked()
    const options = await mine.payer('GET', `${invoiceId}/payment-options/`, session)
    expect(options.body).toMatchObject([{ surcharge_percentage: '3' }, { type: 'e_check' }])
    const paid = await mine.payer('POST', at(invoiceId), session, await cardForm())
    expect(await accountOf(paid.body.id)).toBe('Operating – cards')
  })

  it('is never paid with others in one payment, which the payer is told', async () => {
    const { customer, invoiceId } = await deposit()
    const fees = await mine.run((ctx) => anOpenInvoice(ctx, '25.00', customer))
    const portal = unitOfWork(
      test.app,
      { requestId: 'test', ip: null },
      portalOf(test.app, customer.id),
      mine.accountId,
    )
    const listed = await listOpenInvoices(portal, [invoiceId, fees.invoiceId])
    expect(listed).toMatchObject({ apart: 1, lines: [{ pk: expect.any(String) }] })
    const body = {
      invoices: [
        { invoice: invoiceId, amount: '100.00' },
        { invoice: fees.invoiceId, amount: '25.00' },
      ],
      form: await cardForm('125.00'),
    }
    expect((await refused(payInvoices(portal, 'lawpay-card', body))).invoices).toEqual([
      'Deposits to the trust account and other invoices are paid into different accounts. Pay them one kind at a time.',
    ])
    expect(
      (await refused(mine.run((ctx) => createJointPayLink(ctx, customer.id, [invoiceId, fees.invoiceId]))))
        .invoices,
    ).toEqual(['Choose invoices of one kind: for the trust account, or for the operating account.'])
    const [left] = await mine.run((ctx) => readReceivables(ctx, [invoiceId]))
    expect(left).toMatchObject({ remainingMinor: 10_000n, reservedMinor: 0n })
  })
})

describe('the accounts of a firm', () => {
  const staff = (method: 'GET' | 'PUT', path: string, body?: object) =>
    callApi<ReplyBody>(test.server, {
      method,
      path: `/api/accounts/${mine.accountId}/payment-connections/${path}`,
      token: mine.token,
      ...(body && { body }),
    })
  const choose = (choices: object[]) => staff('PUT', 'lawpay/deposit-accounts/', { choices })

  it('are shown with the connection, and staff choose which one takes fees', async () => {
    const [shown] = (await staff('GET', '')).body as unknown as {
      deposits: {
        deposit_to: string
        type: string
        account: string
        accounts: { id: string; name: string }[]
      }[]
    }[]
    const fees = shown!.deposits.find((one) => one.deposit_to === 'operating' && one.type === 'credit_card')!
    expect(fees.accounts.map(({ name }) => name)).toEqual(['Operating – cards', 'Second office – cards'])
    const second = fees.accounts[1]!.id
    const chosen = await choose([{ deposit_to: 'operating', type: 'credit_card', account: second }])
    expect(chosen.status).toBe(200)
    const { invoiceId, session } = await mine.linked()
    const paid = await mine.payer('POST', at(invoiceId), session, await cardForm())
    expect(await accountOf(paid.body.id)).toBe('Second office – cards')
    expect((await choose([])).status).toBe(200)
  })

  it('are never swapped: a trust account can’t be chosen for fees', async () => {
    const trust = (await accounts()).find((one) => one.trust && one.type === 'credit_card')!
    const { status, body } = await choose([
      { deposit_to: 'operating', type: 'credit_card', account: trust.id },
    ])
    expect([status, body]).toEqual([
      400,
      { 'choices.0.account': ['This account can’t take these payments. Choose another one.'] },
    ])
  })
})

it('refuses an invoice for a trust account where no processor has one', async () => {
  const other = await aLawPayCompany(test, 'no-trust')
  const { customer, invoiceId } = await other.linked()
  const input = draftInput(customer.id, { deposit_to: 'trust' })
  const draft = await refused(other.run((ctx) => updateInvoice(ctx, invoiceId, { ...input, revision: 1 })))
  expect(draft.deposit_to).toEqual(['Connect LawPay with a trust account first.'])
})
