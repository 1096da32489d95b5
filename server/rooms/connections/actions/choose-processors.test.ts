import { describe, expect, it } from 'vitest'
import { aKeyedCompany } from '../../../../testing/processors/keyed-company.ts'
import { A_KEY, createKeyedProcessor } from '../../../../testing/processors/keyed-processor.ts'
import { setUp } from '../../../../testing/set-up.ts'
import { setUpTestServer } from '../../../../testing/test-server.ts'
import type { PaymentProcessor } from '../../../gateways/payments/port.ts'
import { createProcessors } from '../../../main/processors.ts'
import type { App } from '../../../platform/context.ts'
import { endConnection, lockConnection } from '../store/connections.ts'
import { chooseProcessors } from './choose-processors.ts'

/** Takes e-checks of those whose account there does. */
function createCheckProcessor(app: App): PaymentProcessor {
  const keyed = createKeyedProcessor(app, { id: 'checks', name: 'Some Checks' })
  return {
    ...keyed,
    capabilities: (connection) => ({
      ...keyed.capabilities(connection),
      types: connection.credentials ? ['e_check'] : [],
    }),
  }
}

const test = setUpTestServer({
  processors: (app) => [
    ...createProcessors(app),
    createKeyedProcessor(app, {
      id: 'cards',
      name: 'Cards Only',
      types: ['credit_card'],
      currencies: ['USD'],
    }),
    createKeyedProcessor(app, { id: 'all', name: 'All Kinds' }),
    createCheckProcessor(app),
  ],
})
const mine = setUp(() => aKeyedCompany(test, 'chooses'))
const live = setUp(() => aKeyedCompany(test, 'goes-live'))

const choose = (...choices: object[]) => mine.account('PUT', 'processor-choices/', { choices })
const choice = (provider: string, type = 'credit_card', currency = '') => ({ provider, type, currency })
const taking = async () => {
  const { body } = await mine.account('GET', 'processor-choices/')
  return (body.types as { type: string; provider: string }[]).map(({ type, provider }) => [type, provider])
}
/** The options of a new invoice in dollars. */
const offered = async (company = mine) => {
  const { invoiceId, session } = await company.linked()
  const { body } = await company.payer('GET', `${invoiceId}/payment-options/`, session)
  return (body as unknown as { type: string; provider: string }[]).map(({ type, provider }) => [
    type,
    provider,
  ])
}
const CARD = {
  name_on_card: 'Pat Payer',
  number: '4242424242424242',
  expiration_month: '12',
  expiration_year: '2030',
  cvc: '123',
}

describe('several processors', () => {
  it('offer each type once: by the first that was connected, until another is chosen', async () => {
    expect(await taking()).toEqual([])
    await mine.connect('all')
    test.clock.advance(1000)
    await mine.connect('cards')
    const first = [
      ['credit_card', 'all'],
      ['e_check', 'all'],
      ['paypal', 'all'],
    ]
    expect(await taking()).toEqual(first)
    expect((await offered()).toSorted()).toEqual(first)
    expect((await choose(choice('cards'))).status).toBe(200)
    const chosen = [['credit_card', 'cards'], ...first.slice(1)]
    expect(await taking()).toEqual(chosen)
    expect((await offered()).toSorted()).toEqual(chosen)
  })

  it('keep a default for a type when a connection is replaced', async () => {
    await choose()
    await mine.connection('disconnect', undefined, undefined, 'all')
    expect(await taking()).toEqual([['credit_card', 'cards']])
    await mine.connect('all')
    expect((await taking())[0]).toEqual(['credit_card', 'all'])
  })

  it('are chosen for one currency too', async () => {
    const { body } = await choose(choice('all'), choice('cards', 'credit_card', 'USD'))
    expect(body.types).toMatchObject([
      { type: 'credit_card', provider: 'all', currencies: [{ currency: 'USD', provider: 'cards' }] },
      {},
      {},
    ])
    expect((await offered()).find(([type]) => type === 'credit_card')).toEqual(['credit_card', 'cards'])
  })

  it('refuse a type or a currency that the processor can’t take, and what is named twice', async () => {
    const before = await taking()
    const refused = await choose(
      choice('cards', 'e_check'),
      choice('cards', 'credit_card', 'EUR'),
      choice('nobody', 'paypal'),
      choice('stripe_connect'),
      choice('all'),
    )
    expect(refused).toMatchObject({
      status: 400,
      body: {
        'choices.0.provider': ['Cards Only can’t take payments by e-check.'],
        'choices.1.provider': ['Cards Only can’t take payments in EUR.'],
        'choices.2.provider': ['This processor takes no payments now. Connect it first.'],
        'choices.3.provider': ['This processor takes no payments now. Connect it first.'],
        'choices.4.currency': ['This currency has a processor already.'],
      },
    })
    expect((await choose(choice('all', 'credit_card', 'EUR'))).body).toMatchObject({
      'choices.0.currency': ['Choose a processor for all other currencies too.'],
    })
    for (const wrong of [choice('all', 'cash'), choice('all', 'credit_card', 'XXX1')])
      expect((await choose(wrong)).status).toBe(400)
    expect(await taking()).toEqual(before)
    const admin = await mine.member('admin')
    expect((await mine.connection('disconnect', undefined, admin, 'all')).status).toBe(403)
  })

  it('keep stored methods and payments where they were made', async () => {
    await choose(choice('all'))
    const invoice = await mine.linked()
    const path = `${invoice.invoiceId}/payment-options/all-card/`
    const form = { ...CARD, amount: '100.00', store_method: true, request_id: 'stored-at-all' }
    const paid = await mine.payer('POST', path, invoice.session, form)
    expect(paid).toMatchObject({ status: 200, body: { status: 'confirmed' } })
    await choose(choice('cards'))
    const payment = await mine.staff('GET', `${paid.body.id}/`)
    expect(payment.body).toMatchObject({ provider: 'all' })
    expect((await mine.account('GET', 'payment-connections/all/impact/')).body).toEqual({
      payments_under_way: 0,
      stored_methods: 1,
      automatic_payments: 0,
    })
    const session = await mine.portalSession(invoice)
    const other = await mine.linked()
    const stale = await mine.payer('POST', `${other.invoiceId}/payment-options/all-card/`, other.session, {
      ...form,
      request_id: 'not-chosen-any-more',
    })
    expect(stale.status).toBe(404)
    const { body } = await mine.payer('GET', `${invoice.invoiceId}/payment-options/`, session)
    expect(body).toEqual([])
    const methods = await mine.run((ctx) => ctx.db.selectFrom('stored_methods').select('provider').execute())
    expect(methods).toMatchObject([{ provider: 'all' }])
  })

  it('take no test payments once one of them is live', async () => {
    await live.connect('all')
    await live.connect('cards', { merchant: '88', api_key: A_KEY, mode: 'live' })
    expect(await offered(live)).toEqual([['credit_card', 'cards']])
    // Owners of a live company need two-step login for calls over HTTP.
    await expect(
      live.run((ctx) => chooseProcessors(ctx, [{ type: 'e_check', currency: '', provider: 'all' }])),
    ).rejects.toMatchObject({ code: 'invalid_input' })
    await live.run(async (ctx) => endConnection(ctx, (await lockConnection(ctx, 'cards'))!.id, 'processor'))
    expect(await offered(live)).toEqual([])
  })
})

it('counts what the company’s own account at a processor can do', async () => {
  const company = await aKeyedCompany(test, 'chooses-checks')
  await company.connect('all')
  await company.connect('checks')
  const choices = [choice('checks', 'e_check')]
  const { body } = await company.account('PUT', 'processor-choices/', { choices })
  expect(body.types).toContainEqual(expect.objectContaining({ type: 'e_check', provider: 'checks' }))
})
