import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { knowsSecret, listMissingSettings, portalOrigin, proxyWarning, readConfig } from './config.ts'

const GOOD = 'k3X9-vTq7_Zp2Lw8Rn5Yb1Hd6Jc4Fs0Gm'
const production = (given: Record<string, string>) => readConfig({ NODE_ENV: 'production', ...given })

describe('in production', () => {
  it.each([
    ['no secret', {}, 'SECRET is not set'],
    ['an empty secret', { SECRET: '' }, 'SECRET is not set'],
    ['a short secret', { SECRET: GOOD.slice(0, 31) }, 'SECRET is too short: 31 characters'],
    ['a default secret', { SECRET: `change-me-${GOOD}` }, 'SECRET is a default or guessable value'],
    ['a repetitive secret', { SECRET: 'abcabcabcabcabcabcabcabcabcabcabcabc' }, 'SECRET is a default'],
    [
      'a short secret of billing’s webhooks',
      { SECRET: GOOD, STRIPE_BILLING_SECRET_KEY: 'sk_live_1', STRIPE_BILLING_WEBHOOK_SECRET: 'whsec_1' },
      'STRIPE_BILLING_WEBHOOK_SECRET is too short',
    ],
    ['a short previous secret', { SECRET: GOOD, SECRET_PREVIOUS: 'short' }, 'SECRET_PREVIOUS is too short'],
    [
      'a default previous secret',
      { SECRET: GOOD, SECRET_PREVIOUS: 'secret'.repeat(8) },
      'SECRET_PREVIOUS is a default',
    ],
  ])('refuses to start with %s', (_, given, sentence) => {
    expect(() => production(given)).toThrow(sentence)
  })

  it('disables the demo', () => {
    expect(production({ SECRET: GOOD })).toMatchObject({
      production: true,
      demo: false,
      demoCompany: false,
    })
    expect(readConfig({ SECRET: GOOD })).toMatchObject({ demo: true, demoCompany: true })
    expect(readConfig({ SECRET: GOOD, DEMO_COMPANY: 'off' })).toMatchObject({
      demo: true,
      demoCompany: false,
    })
  })
})

it('creates the development secret once, readable only by its owner', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'quittance-config-'))
  try {
    const env = { DATA_DIR: dataDir }
    expect(readConfig(env, { looking: true }).secret).not.toBe(readConfig(env, { looking: true }).secret)
    expect(knowsSecret(env), 'who only looks leaves none behind').toBe(false)
    const { secret } = readConfig(env)
    expect(knowsSecret(env)).toBe(true)
    expect(readConfig(env, { looking: true }).secret).toBe(secret)
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(readConfig({ DATA_DIR: dataDir }).secret).toBe(secret)
    expect(statSync(join(dataDir, 'secret')).mode & 0o077).toBe(0)
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})

it('names the wrong setting', () => {
  expect(() => readConfig({ SECRET: GOOD, PORT: 'many' })).toThrow('Configuration: PORT: Enter a number.')
  expect(() => readConfig({ SECRET: GOOD, TRUST_PROXY_HOPS: '-1' })).toThrow(
    'Configuration: TRUST_PROXY_HOPS',
  )
})

it.each(['DATABASE_URL', 'DATABASE_OWNER_URL', 'SMTP_URL'])('refuses an invalid address in %s', (name) => {
  for (const value of ['garbage', 'me:s3cret@host', 'https://me:s3cret@host/'])
    expect(() => readConfig({ SECRET: GOOD, [name]: value })).toThrow(
      new RegExp(`^${name} has to look like (?!.*(s3cret|garbage))`),
    )
})

it('refuses a replica without a database, and one with another user', () => {
  const read = (given: Record<string, string>) => () => readConfig({ SECRET: GOOD, ...given })
  const replica = { DATABASE_READ_URL: 'postgres://quittance_app:s3cret@replica.corp.test/quittance' }
  expect(read(replica)).toThrow('DATABASE_READ_URL names a replica of DATABASE_URL, which is not set.')
  expect(read({ ...replica, DATABASE_URL: 'postgres://owner@db.corp.test/quittance' })).toThrow(
    'DATABASE_READ_URL has to name the same user as DATABASE_URL.',
  )
  expect(read({ ...replica, DATABASE_READ_URL: 's3cret', DATABASE_URL: 'postgres://a@b/c' })).toThrow(
    /^DATABASE_READ_URL has to look like (?!.*s3cret)/,
  )
  const fine = read({ ...replica, DATABASE_URL: 'postgres://quittance_app:other@db.corp.test/quittance' })
  expect(fine()).toMatchObject({ databaseReadLagMs: 10_000 })
  const several = { DATABASE_URL: 'postgres://quittance_app:other@a:5432,b:5432/quittance' }
  expect(read({ ...replica, ...several })()).toMatchObject({ databaseReadLagMs: 10_000 })
  expect(read({ ...several, DATABASE_READ_URL: 'postgres://quittance_app@a,b/quittance' })).toThrow(
    'DATABASE_READ_URL has to name one server.',
  )
})

describe('missing production settings', () => {
  const words = (given: Record<string, string>) => listMissingSettings(production({ SECRET: GOOD, ...given }))

  it('are listed in production, one line each', () => {
    expect(words({}).map((line) => line.split(' ')[0])).toEqual([
      'SMTP_URL',
      'APP_ORIGIN',
      'DATABASE_URL',
      'SUPPORT_EMAIL',
    ])
    expect(words({ SMTP_URL: 'smtp://mail.example' })[0]).toMatch(/^MAIL_FROM/)
    expect(
      words({
        SMTP_URL: 'smtp://mail.example',
        MAIL_FROM: 'billing@corp.test',
        APP_ORIGIN: 'https://app.corp.test',
        DATABASE_URL: 'postgres://quittance_app@db.corp.test/quittance',
        SUPPORT_EMAIL: 'help@corp.test',
      }),
    ).toEqual([])
  })

  it('are not listed in development', () => {
    expect(listMissingSettings(readConfig({ SECRET: GOOD }))).toEqual([])
  })
})

it('warns about an https origin without a trusted proxy, in production and elsewhere', () => {
  const warning = (given: Record<string, string>) => proxyWarning(readConfig({ SECRET: GOOD, ...given }))
  const https = { APP_ORIGIN: 'https://app.corp.test' }
  for (const mode of ['production', 'development'])
    expect(warning({ ...https, NODE_ENV: mode })).toMatch(
      /^APP_ORIGIN is https:\/\/app\.corp\.test and TRUST_PROXY_HOPS is 0\./,
    )
  expect(warning({ ...https, TRUST_PROXY_HOPS: '1' })).toBeNull()
  expect(warning({ APP_ORIGIN: 'http://app.corp.test' })).toBeNull()
  expect(warning({})).toBeNull()
})

it('builds portal origins under the configured domain', () => {
  const config = readConfig({
    SECRET: GOOD,
    APP_ORIGIN: 'https://app.corp.test/',
    BASE_DOMAIN: 'pay.corp.test',
  })
  expect(config.appOrigin).toBe('https://app.corp.test')
  expect(portalOrigin(config, 'acme')).toBe('https://acme.pay.corp.test')
})

it('reads flags by name and refuses unknown ones', () => {
  const flags = (text: string) => readConfig({ SECRET: GOOD, FLAGS: text }).flags
  expect(flags('')).toEqual({})
  expect(flags('paypal=on, choose-account-type=off')).toEqual({ paypal: true, 'choose-account-type': false })
  for (const text of ['paypal', 'paypal=maybe', 'bitcoin=on'])
    expect(() => flags(text)).toThrow(`FLAGS: '${text}' is no flag with =on or =off.`)
})

describe('logging in with a provider', () => {
  const settings = (given: Record<string, string>) => readConfig({ NODE_ENV: 'test', SECRET: GOOD, ...given })

  it('offers no provider and no flag without settings', () => {
    expect(settings({})).toMatchObject({ signInClients: {}, flags: {} })
    const whole = settings({ XERO_CLIENT_ID: 'id', XERO_CLIENT_SECRET: 'secret', FLAGS: 'social-login=on' })
    expect(whole).toMatchObject({
      signInClients: { xero: { clientId: 'id', clientSecret: 'secret', issuer: undefined } },
      flags: { 'social-login': true },
    })
    expect(Object.keys(whole.signInClients)).toEqual(['xero'])
  })

  it.each([
    [
      'a client id without its secret',
      { GOOGLE_CLIENT_ID: 'id' },
      'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together',
    ],
    [
      'an unencrypted issuer',
      { GOOGLE_ISSUER: 'http://accounts.example.test' },
      'GOOGLE_ISSUER: an https: address',
    ],
    ['an invalid issuer', { XERO_ISSUER: 'file:///etc/passwd' }, 'XERO_ISSUER: an https: address'],
    ['a script as support URL', { SUPPORT_URL: 'javascript:alert(1)' }, 'SUPPORT_URL'],
  ])('does not start with %s', (_, given, sentence) => {
    expect(() => settings(given)).toThrow(sentence)
  })

  it('accepts a local server and one with TLS', () => {
    for (const GOOGLE_ISSUER of ['http://127.0.0.1:4000/google', 'https://login.example.test'])
      expect(() => settings({ GOOGLE_ISSUER })).not.toThrow()
  })
})

it('has every setting explained in docs/configuration.md', () => {
  const sources = ['server/platform/config.ts', ...globSync('server/platform/**/*-settings.ts')]
  const names = sources.flatMap(
    (file) => readFileSync(file, 'utf8').match(/(?<=^\s+)[A-Z][A-Z0-9_]+(?=:)/gm) ?? [],
  )
  const explained = readFileSync('docs/configuration.md', 'utf8')
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name) => !new RegExp(`\`${name}\\b`).test(explained))).toEqual([])
})
