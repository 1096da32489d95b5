import { describe, expect, it } from 'vitest'
import { callApi } from '../../../testing/call-api.ts'
import { anHttpCompany } from '../../../testing/http-company.ts'
import { setUp } from '../../../testing/set-up.ts'
import { setUpTestServer } from '../../../testing/test-server.ts'
import { CARDS, cardForm } from './testing.ts'

const test = setUpTestServer()
const mine = setUp(() => anHttpCompany(test, 'readers-company'))

/** Calls as the payer of a link, with an Accept-Language header. */
const reader = (session: string, invoiceId: string, language: string | null) => {
  const call = (method: 'GET' | 'POST' | 'OPTIONS', path: string, body?: object) =>
    callApi(test.server, {
      method,
      path: `/api/invoices/${invoiceId}/${path}`,
      host: mine.host,
      token: session,
      ...(language !== null && { headers: { 'accept-language': language } }),
      ...(body && { body }),
    })
  return {
    get: (path: string) => call('GET', path),
    form: () => call('OPTIONS', 'payment-options/sandbox-card/'),
    pay: (body: object, option = 'sandbox-card') => call('POST', `payment-options/${option}/`, body),
    order: (path: string, body: object) => call('POST', `${path}-paypal-order/`, body),
  }
}

describe('a payer’s language', () => {
  it('is that of the field errors of a refused payment', async () => {
    const { invoiceId, session } = await mine.linked()
    const wrong = { ...cardForm('250.00', { number: '4242 4242 4242 4241' }), name_on_card: 'n'.repeat(101) }
    const german = await reader(session, invoiceId, 'de').pay(wrong)
    expect(german).toMatchObject({
      status: 400,
      body: {
        amount: ['Der Betrag darf nicht über dem offenen Betrag von 100.00 liegen'],
        name_on_card: ['Name auf der Karte: höchstens 100 Zeichen.'],
      },
    })
    const english = await reader(session, invoiceId, null).pay(wrong)
    expect(english).toMatchObject({
      status: 400,
      body: {
        amount: ['The amount should not be greater than the balance of 100.00'],
        name_on_card: ['Name on card must be at most 100 characters.'],
      },
    })
  })

  it('is that of a processor’s refusal and of the product’s own sentences', async () => {
    const { invoiceId, session } = await mine.linked()
    const declined = cardForm('1.00', { number: CARDS.declined })
    const french = reader(session, invoiceId, 'fr-CH, en;q=0.5')
    expect((await french.pay(declined)).body.detail).toBe('Votre carte a été refusée.')
    expect((await french.pay(cardForm('1.00', { number: '1234 1234 1234' }))).body).toMatchObject({
      number: ['Ce numéro de carte n’est pas valide.'],
    })
    await french.pay(cardForm('100.00'))
    const over = await french.pay(cardForm('1.00'))
    expect(over).toMatchObject({ status: 409 })
    expect(over.body.detail).toContain('facture')
  })

  it('is that of the refusals around an order at PayPal', async () => {
    const { invoiceId, session } = await mine.linked()
    const german = reader(session, invoiceId, 'de')
    const request_id = `order-${crypto.randomUUID()}`
    const direct = await german.pay({ amount: '10.00', request_id }, 'sandbox-paypal')
    expect(direct.body.detail).toBe(
      'Eine PayPal-Zahlung beginnt mit einem Auftrag, den der Zahler bestätigt.',
    )
    const order = await german.order('create', { amount: '10.00', request_id })
    expect(order.status).toBeLessThan(300)
    const capture = await german.order('capture', { order_id: order.body.id, request_id })
    expect(capture).toMatchObject({
      status: 409,
      body: { detail: 'Bestätigen Sie die Zahlung zuerst bei PayPal.' },
    })
  })

  it('changes no outcome: one request in two languages is one payment', async () => {
    const { invoiceId, session } = await mine.linked()
    const body = cardForm('40.00')
    const first = await reader(session, invoiceId, 'de').pay(body)
    const again = await reader(session, invoiceId, 'es').pay(body)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body.id).toBe(first.body.id)
    expect(again.body.invoice).toMatchObject({ remaining: '60.00' })
  })

  it('is that of the form, of payments and of the invoice', async () => {
    const { invoiceId, session } = await mine.linked()
    const german = reader(session, invoiceId, 'de')
    expect((await german.form()).body).toMatchObject({
      name: 'Kreditkarte',
      actions: { POST: { number: { label: 'Kartennummer' }, amount: { label: 'Betrag' } } },
    })
    expect((await reader(session, invoiceId, 'en').form()).body).toMatchObject({
      name: 'Credit card',
      actions: { POST: { number: { label: 'Card number' }, amount: { label: 'Amount' } } },
    })
    const paid = await german.pay(cardForm('30.00'))
    expect(paid.body).toMatchObject({
      status: 'confirmed',
      status_display: 'Bestätigt',
      message: 'Wir haben Ihre Zahlung erhalten, vielen Dank!',
    })
    expect((await german.get('payments/')).body).toMatchObject([{ status_display: 'Bestätigt' }])
    expect((await german.get('')).body.status).toMatch(/^Fällig in \d+ Tag/)
    expect((await reader(session, invoiceId, null).get('')).body.status).toMatch(/^Due in \d+ day/)
  })

  it('is that of the plans that they may choose', async () => {
    const { invoiceId, session } = await mine.linked()
    await callApi(test.server, {
      method: 'PUT',
      path: `/api/accounts/${mine.accountId}/payment-plan-policy/`,
      token: mine.token,
      body: {
        customers_may_choose: true,
        min_amount: '50.00',
        max_installments: 3,
        max_days: 100,
        down_payment_percent: 0,
        intervals: ['monthly'],
        grace_days: 5,
      },
    })
    const offered = async (language: string) =>
      (await reader(session, invoiceId, language).get('payment-plan-offer/')).body as unknown as {
        choices: { agreement_text: string }[]
        why_not: string
      }
    const [german, english] = [await offered('de'), await offered('en')]
    expect(german.choices[0]!.agreement_text).toContain('in 2 Raten vom')
    expect(german.choices[0]!.agreement_text).toContain('nicht innerhalb von 5 Tagen')
    expect(german.choices[0]!.agreement_text).toContain('100,00\u00a0$')
    expect(english.choices[0]!.agreement_text).toMatch(
      / owes .* \$100\.00 on invoice .* in 2 installments from/,
    )
    await reader(session, invoiceId, 'de').pay(cardForm('60.00'))
    expect((await offered('de')).why_not).toBe(
      'Sie können in Raten zahlen, wenn mindestens 50,00\u00a0$ offen sind.',
    )
    expect((await offered('en')).why_not).toBe('You can pay in installments when at least $50.00 is owed.')
  })

  it('is English where the header names no language of ours', async () => {
    const { invoiceId, session } = await mine.linked()
    for (const language of ['xx', 'nl', '', '__proto__', `${'x,'.repeat(500)}de`]) {
      const refused = await reader(session, invoiceId, language).pay(cardForm('0.00'))
      expect(refused.body).toMatchObject({ amount: ['The amount should be greater than 0'] })
    }
  })
})

it('is that of the login on a company’s own host, and of its refusals', async () => {
  const call = (path: string, body: object) =>
    callApi(test.server, {
      method: 'POST',
      path,
      host: mine.host,
      headers: { 'accept-language': 'de' },
      body,
    })
  const email = 'nobody@readers.test'
  expect((await call('/api/profile/forgot-password/', { email })).body.detail).toBe(
    'Falls es zu dieser Adresse ein Konto gibt, haben wir ihr einen Link gesendet.',
  )
  expect((await call('/api/profile/login/', { email, password: 'wrong-password-1' })).body.detail).toBe(
    'E-Mail-Adresse oder Passwort ist falsch. Bitte versuchen Sie es noch einmal.',
  )
  expect((await call('/api/profile/login-link/open/', { token: 'x'.repeat(40) })).body.detail).toBe(
    'Dieser Link gilt nicht mehr. Bitte fordern Sie einen neuen an.',
  )
})

it('answers staff in English, whatever their browser prefers', async () => {
  const { invoiceId } = await mine.linked()
  const answer = await callApi(test.server, {
    method: 'POST',
    path: `/api/accounts/${mine.accountId}/invoices/${invoiceId}/void/`,
    token: mine.token,
    headers: { 'accept-language': 'de' },
    body: { nonsense: true },
  })
  expect(answer).toMatchObject({ status: 400, body: { nonsense: ['This field is not known.'] } })
  const unknown = await callApi(test.server, {
    method: 'GET',
    path: `/api/accounts/${mine.accountId}/invoices/00000000-0000-7000-8000-000000000000/`,
    token: mine.token,
    headers: { 'accept-language': 'de' },
  })
  expect(unknown).toMatchObject({ status: 404, body: { detail: 'Not found.' } })
})

it('keeps translated answers out of every cache', async () => {
  const { invoiceId, session } = await mine.linked()
  const shown = await reader(session, invoiceId, 'de').get('payments/')
  expect(shown.headers).toMatchObject({ 'cache-control': 'no-store' })
})

it('comes from nothing but the header, and no answer is cached for another language', async () => {
  const { invoiceId, session } = await mine.linked()
  const read = (query: string, headers: Record<string, string>) =>
    callApi(test.server, {
      method: 'GET',
      path: `/api/invoices/${invoiceId}/${query}`,
      host: mine.host,
      token: session,
      headers,
    })
  const german = await read('', { 'accept-language': 'de' })
  const english = await read('', { cookie: 'language=de; customer-language=de', 'content-language': 'de' })
  expect(german.body.status).toMatch(/^Fällig/)
  expect(english.body.status, 'cookies hold for pages and links').toMatch(/^Due/)
  for (const answer of [german, english]) expect(answer.headers['cache-control']).toBe('no-store')
  for (const name of ['language', 'lang', 'accept-language'])
    expect((await read(`?${name}=de`, {})).status).toBe(400)
})

it('is that of the payer’s errors about the whole balance and about another one’s automatic payments', async () => {
  const { invoiceId, session } = await mine.linked()
  const patch = (body: object) =>
    callApi(test.server, {
      method: 'PATCH',
      path: `/api/accounts/${mine.accountId}/update-settings/`,
      token: mine.token,
      body,
    })
  await patch({ partial_payments: false })
  const refused = await reader(session, invoiceId, 'de').pay(cardForm('99.00'))
  expect(refused.body).toMatchObject({ amount: ['Zahlen Sie den gesamten offenen Betrag von 100.00.'] })
  await patch({ partial_payments: true })
  const wrong = await reader(session, invoiceId, 'fr').pay({ ...cardForm('1.00'), request_id: '?' })
  expect(wrong.body.request_id).toEqual([expect.stringMatching(/au moins|minimum|caractères/)])
})
