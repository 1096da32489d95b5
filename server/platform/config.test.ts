import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { portalOrigin, readConfig } from './config.ts'

const GOOD = 'k3X9-vTq7_Zp2Lw8Rn5Yb1Hd6Jc4Fs0Gm'
const production = (given: Record<string, string>) => readConfig({ NODE_ENV: 'production', ...given })

describe('in production', () => {
  it.each([
    ['no secret', {}, 'SECRET is not set'],
    ['an empty one', { SECRET: '' }, 'SECRET is not set'],
    ['a short one', { SECRET: GOOD.slice(0, 31) }, 'SECRET is too short: 31 characters'],
    ['a default one', { SECRET: `change-me-${GOOD}` }, 'SECRET is a default or guessable value'],
    ['one of few letters', { SECRET: 'abcabcabcabcabcabcabcabcabcabcabcabc' }, 'SECRET is a default'],
    ['a short former one', { SECRET: GOOD, SECRET_PREVIOUS: 'short' }, 'SECRET_PREVIOUS is too short'],
    [
      'a default former one',
      { SECRET: GOOD, SECRET_PREVIOUS: 'secret'.repeat(8) },
      'SECRET_PREVIOUS is a default',
    ],
  ])('R-40 T-18 with %s nothing starts', (_, given, sentence) => {
    expect(() => production(given)).toThrow(sentence)
  })

  it('R-40 nothing of the demo is there', () => {
    expect(production({ SECRET: GOOD })).toMatchObject({ production: true, demo: false })
    expect(readConfig({ SECRET: GOOD })).toMatchObject({ production: false, demo: true })
  })
})

it('R-40 on a person’s own machine the secret is made once, and is nobody else’s to read', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'quittance-config-'))
  try {
    const { secret } = readConfig({ DATA_DIR: dataDir })
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(readConfig({ DATA_DIR: dataDir }).secret).toBe(secret)
    expect(statSync(join(dataDir, 'secret')).mode & 0o077).toBe(0)
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})

it('names what is wrong', () => {
  expect(() => readConfig({ SECRET: GOOD, PORT: 'many' })).toThrow('Configuration: PORT: Enter a number.')
  expect(() => readConfig({ SECRET: GOOD, TRUST_PROXY_HOPS: '-1' })).toThrow(
    'Configuration: TRUST_PROXY_HOPS',
  )
})

it('R-15 portals live under the configured domain', () => {
  const config = readConfig({
    SECRET: GOOD,
    APP_ORIGIN: 'https://app.corp.test/',
    BASE_DOMAIN: 'pay.corp.test',
  })
  expect(config.appOrigin).toBe('https://app.corp.test')
  expect(portalOrigin(config, 'acme')).toBe('https://acme.pay.corp.test')
})
