import { describe, expect, it } from 'vitest'
import { eachSimulator } from './testing/each-simulator.ts'
import { clientOf, failureOf, twentyDollars } from './testing/open-simulator.ts'

const open = eachSimulator()

const request = (fields: Record<string, string> = {}) =>
  new URLSearchParams({
    response_type: 'code',
    client_id: open.simulator.clientId,
    scope: 'read_write',
    redirect_uri: 'http://localhost:3000/callback',
    state: 'a state',
    ...fields,
  })

/** Presses a button of the page of consent and returns the address of the redirect. */
async function decide(decision: 'connect' | 'cancel', fields: Record<string, string> = {}): Promise<URL> {
  const body = request({ decision, ...fields })
  const reply = await fetch(`${open.simulator.origin}/oauth/authorize`, {
    method: 'POST',
    body,
    redirect: 'manual',
  })
  return new URL(reply.headers.get('location')!)
}

const exchange = (code: string) => open.client.oauth.token({ grant_type: 'authorization_code', code })

describe('Connect by OAuth', () => {
  it('shows a page that names the client and lets the owner choose', async () => {
    const reply = await fetch(`${open.simulator.origin}/oauth/authorize?${request()}`)
    const page = await reply.text()
    expect(reply.status).toBe(200)
    expect(page).toContain('<html lang="en">')
    expect(page).toContain(open.simulator.clientId)
    expect(page).toMatch(/<button[^>]+value="connect">Connect<\/button><button[^>]+value="cancel">Cancel</)
  })

  it('returns code, scope and state, and exchanges the code once for the tokens of an account', async () => {
    const back = await decide('connect')
    expect(back.origin + back.pathname).toBe('http://localhost:3000/callback')
    expect(Object.fromEntries(back.searchParams)).toEqual({
      code: expect.stringMatching(/^ac_/),
      scope: 'read_write',
      state: 'a state',
    })
    const code = back.searchParams.get('code')!
    const tokens = await exchange(code)
    expect(tokens).toMatchObject({ scope: 'read_write', livemode: false, token_type: 'bearer' })
    const own = await clientOf(open.simulator, tokens.access_token).accounts.retrieveCurrent()
    expect(own).toMatchObject({ id: tokens.stripe_user_id, charges_enabled: true })
    expect(await failureOf(exchange(code))).toMatchObject({ statusCode: 400, rawType: 'invalid_grant' })
  })

  it('returns the refusal of the owner', async () => {
    const back = await decide('cancel')
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'The user denied your request',
      state: 'a state',
    })
  })

  it.each([
    [{ client_id: 'ca_other' }, 'invalid_client'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ redirect_uri: 'nowhere' }, 'invalid_redirect_uri'],
    [{ scope: 'everything' }, 'invalid_scope'],
  ])('refuses the request %o', async (fields, error) => {
    const reply = await fetch(
      `${open.simulator.origin}/oauth/authorize?${request(fields as Record<string, string>)}`,
    )
    expect([reply.status, await reply.json()]).toEqual([
      400,
      { error, error_description: expect.any(String) },
    ])
  })

  it('refuses an expired code and another key', async () => {
    const code = (await decide('connect')).searchParams.get('code')!
    expect(
      await failureOf(
        clientOf(open.simulator, 'sk_test_other').oauth.token({ grant_type: 'authorization_code', code }),
      ),
    ).toMatchObject({ statusCode: 401 })
    open.simulator.controls.advance(301_000)
    expect(await failureOf(exchange(code))).toMatchObject({ statusCode: 400 })
  })

  it('renews an expired token', async () => {
    const { account, simulator, client } = open
    const own = (key: string) => clientOf(simulator, key).accounts.retrieveCurrent()
    simulator.controls.expireToken(account.id)
    expect(await failureOf(own(account.accessToken))).toMatchObject({
      statusCode: 401,
      code: 'api_key_expired',
    })
    const renewed = await client.oauth.token({
      grant_type: 'refresh_token',
      refresh_token: account.refreshToken,
    })
    expect(await own(renewed.access_token!)).toMatchObject({ id: account.id })
  })
})

describe('a disconnection', () => {
  it('by the platform ends the access and is reported once', async () => {
    const { client, simulator, account, on } = open
    const end = () => client.oauth.deauthorize({ client_id: simulator.clientId, stripe_user_id: account.id })
    expect(await end()).toMatchObject({ stripe_user_id: account.id })
    expect(await failureOf(end())).toMatchObject({ statusCode: 401 })
    expect(await failureOf(client.customers.list({}, on))).toMatchObject({
      statusCode: 403,
      code: 'account_invalid',
    })
    expect(await open.events()).toEqual(['account.application.deauthorized'])
    expect(JSON.parse(open.webhooks.received[0]!.body)).toMatchObject({ account: account.id })
  })

  it('by the owner does the same, and the account can be connected again', async () => {
    const { client, simulator, account, on } = open
    simulator.controls.revoke(account.id)
    expect(await failureOf(client.customers.list({}, on))).toMatchObject({ statusCode: 403 })
    const back = await decide('connect', { account: account.id })
    const tokens = await exchange(back.searchParams.get('code')!)
    expect(tokens.stripe_user_id).toBe(account.id)
    expect((await client.customers.list({}, on)).data).toEqual([])
  })
})

describe('Connect by an account link', () => {
  it('enables charges when the owner finishes the page', async () => {
    const { client } = open
    const account = await client.accounts.create({ type: 'standard', email: 'new@example.com' })
    expect(account.charges_enabled).toBe(false)
    const paying = client.paymentIntents.create(
      {
        ...twentyDollars,
        allowed_payment_method_types: ['card'],
        confirm: true,
        payment_method: 'pm_card_visa',
      },
      { stripeAccount: account.id },
    )
    expect(await failureOf(paying)).toMatchObject({ statusCode: 400 })
    const link = await client.accountLinks.create({
      account: account.id,
      type: 'account_onboarding',
      return_url: 'http://localhost:3000/return',
      refresh_url: 'http://localhost:3000/refresh',
    })
    expect(await (await fetch(link.url)).text()).toContain('>Finish</button>')
    const body = new URLSearchParams({ decision: 'finish' })
    const reply = await fetch(link.url, { method: 'POST', body, redirect: 'manual' })
    expect(reply.headers.get('location')).toBe('http://localhost:3000/return')
    expect(await client.accounts.retrieve(account.id)).toMatchObject({
      charges_enabled: true,
      details_submitted: true,
    })
    expect(await open.events()).toContain('account.updated')
  })
})
