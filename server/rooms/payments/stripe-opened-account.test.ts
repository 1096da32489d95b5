import { expect, it } from 'vitest'
import { callApi } from '../../../testing/call-api.ts'
import type { ReplyBody } from '../../../testing/http-company.ts'
import { aStripeCompany, createStripeTest } from '../../../testing/processors/stripe-company.ts'
import { setUp } from '../../../testing/set-up.ts'
import { unitOfWork } from '../../platform/context.ts'
import { runDueSchedules } from './testing.ts'

const test = setUp(
  () => createStripeTest({ opensAccounts: true }),
  (made) => made.close(),
)

async function aCompany(subDomain: string) {
  const company = await aStripeCompany(test, subDomain)
  const ask = (method: 'GET' | 'POST', step = '') =>
    callApi<ReplyBody & { url: string }>(test.server, {
      method,
      path: `/api/accounts/${company.accountId}/payment-connections/${step === '' ? '' : `stripe_connect/${step}/`}`,
      token: company.token,
    })
  const shown = async () =>
    ((await ask('GET')).body as unknown as { provider: string }[]).find(
      ({ provider }) => provider === 'stripe_connect',
    )
  return { ...company, ask, shown }
}

/** Presses a button of Stripe's page. Returns where it leads. */
async function answerPage(url: string, decision: 'finish' | 'later'): Promise<string | null> {
  const body = new URLSearchParams({ decision })
  const reply = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  return reply.headers.get('location')
}

it('opens an account, says what Stripe waits for, and offers it to payers once it is complete', async () => {
  const company = await aCompany('opens-stripe')
  expect(await company.shown()).toMatchObject({ status: 'available', opens_accounts: true })
  const { status, body } = await company.ask('POST', 'account')
  expect(status).toBe(200)
  expect(await company.shown()).toMatchObject({
    status: 'connected',
    opened_here: true,
    live: false,
    charges_enabled: false,
    missing: ['The website.', 'The bank account that Stripe pays out to.', 'Acceptance of Stripe’s terms.'],
  })
  const { invoiceId, session } = await company.linked()
  const offers = async () =>
    (
      (await company.payer('GET', `${invoiceId}/payment-options/`, session)).body as unknown as {
        provider: string
        extra_data: { publishable_key?: string }
      }[]
    ).filter(({ provider }) => provider === 'stripe_connect')
  expect(await offers()).toEqual([])
  expect(await answerPage(body.url, 'later')).toMatch(/\/settings\/payment-processor$/)
  expect((await company.ask('POST', 'check')).body).toMatchObject({ charges_enabled: false })
  // The same account goes on.
  const again = (await company.ask('POST', 'account')).body
  await answerPage(again.url, 'finish')
  expect((await company.ask('POST', 'check')).body).toMatchObject({ charges_enabled: true, missing: [] })
  const [offer] = await offers()
  expect(offer!.extra_data.publishable_key).toMatch(/^pk_test_[^#]+#acct_/)
})

it('hears from Stripe that the account is complete', async () => {
  const company = await aCompany('hears-of-stripe')
  await answerPage((await company.ask('POST', 'account')).body.url, 'finish')
  const run = () =>
    runDueSchedules({
      run: company.run,
      uow: () =>
        unitOfWork(
          test.app,
          { requestId: 'test', ip: null },
          { kind: 'system', job: 'test' },
          company.accountId,
        ),
    })
  await test.stripe.controls.webhooksOf((await remoteId(company))!)!.settled()
  await run()
  expect(await company.shown()).toMatchObject({ charges_enabled: true })
})

it('pays by an account that was opened here', async () => {
  const company = await aCompany('pays-opened')
  await answerPage((await company.ask('POST', 'account')).body.url, 'finish')
  await company.ask('POST', 'check')
  const { invoiceId, session } = await company.linked()
  const [key = '', account = ''] = (await company.publishableKey()).split('#')
  const card = new URLSearchParams({
    key,
    _stripe_account: account,
    type: 'card',
    'card[number]': '4242424242424242',
    'card[exp_month]': '12',
    'card[exp_year]': '2030',
    'card[cvc]': '123',
  })
  const made = await fetch(`${test.stripe.origin}/v1/payment_methods`, { method: 'POST', body: card })
  const { id } = (await made.json()) as { id: string }
  const form = { amount: '100.00', charge_token: id, request_id: 'opened-here-1' }
  const paid = await company.payer('POST', `${invoiceId}/payment-options/stripe_connect-card/`, session, form)
  expect(paid.body).toMatchObject({ status: 'confirmed' })
  expect(test.stripe.controls.violations).toEqual([])
})

it('opens none beside an account that is connected already', async () => {
  const company = await aCompany('has-stripe')
  await company.connect()
  expect((await company.ask('POST', 'account')).status).toBe(409)
  expect(await company.shown()).toMatchObject({ opened_here: false, charges_enabled: true })
})

const remoteId = (company: Awaited<ReturnType<typeof aCompany>>) =>
  company.run(async (ctx) => {
    const row = await ctx.db.selectFrom('payment_connections').select('remote_id').executeTakeFirst()
    return row?.remote_id
  })
