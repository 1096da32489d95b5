import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type DnsRecords, startDnsServer } from '../../../../../testing/dns-server.ts'
import { type Config, readConfig } from '../../../../platform/config.ts'
import { checkRecords } from './check-records.ts'

const folder = mkdtempSync(join(tmpdir(), 'quittance-records-'))
const keyFile = join(folder, 'key.pem')
writeFileSync(
  keyFile,
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
)
afterAll(() => rmSync(folder, { recursive: true }))

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const configOf = (more: Record<string, string> = {}): Config =>
  readConfig(
    {
      SECRET: 'k3X9-vTq7_Zp2Lw8Rn5Yb1Hd6Jc4Fs0Gm',
      APP_ORIGIN: 'https://quittance.example',
      SMTP_URL: 'smtp://user:password@mail.quittance.example:587',
      MAIL_FROM: 'billing@quittance.example',
      DKIM_DOMAIN: 'quittance.example',
      DKIM_SELECTOR: 's1',
      DKIM_KEY_FILE: keyFile,
      BOUNCE_DOMAIN: 'bounces.quittance.example',
      ...more,
    },
    { looking: true },
  )

/** Checks the records against a name server with these. */
async function check(records: DnsRecords, more: Record<string, string> = {}) {
  const server = await startDnsServer(records)
  closers.push(() => server.close())
  const checked = await checkRecords(configOf({ DNS_SERVERS: server.address, ...more }))
  return {
    checked,
    states: Object.fromEntries(checked.map(({ purpose, state }) => [purpose, state])),
    server,
  }
}

const dkim = configOf().dkim!.record
const SPF = 'v=spf1 a:mail.quittance.example ~all'
const GOOD: DnsRecords = {
  'quittance.example TXT': ['site-verification=abc', SPF],
  's1._domainkey.quittance.example TXT': [dkim],
  '_dmarc.quittance.example TXT': ['v=DMARC1; p=none'],
  'bounces.quittance.example MX': ['10 quittance.example'],
  'bounces.quittance.example TXT': [SPF],
}

describe('the DNS records', () => {
  it('are found when the name servers have them', async () => {
    const { checked, states } = await check(GOOD)
    expect(states).toEqual({
      spf: 'found',
      dkim: 'found',
      dmarc: 'found',
      bounce_mx: 'found',
      bounce_spf: 'found',
    })
    expect(checked.find(({ purpose }) => purpose === 'spf')).toMatchObject({
      name: 'quittance.example',
      type: 'TXT',
      value: SPF,
      found: [SPF],
    })
  })

  it('are missing when the name servers have none', async () => {
    const { states } = await check({ 'quittance.example TXT': ['site-verification=abc'] })
    expect(Object.values(states)).toEqual(Array(5).fill('missing'))
  })

  it.each([
    ['spf', 'quittance.example TXT', ['v=spf1 -all']],
    ['spf', 'quittance.example TXT', ['v=spf1 mx +all']],
    ['spf', 'quittance.example TXT', [SPF, 'v=spf1 include:other.example ~all']],
    ['dkim', 's1._domainkey.quittance.example TXT', ['v=DKIM1; k=rsa; p=AAAA']],
    ['dkim', 's1._domainkey.quittance.example TXT', ['v=DKIM1; p=']],
    ['dmarc', '_dmarc.quittance.example TXT', ['v=DMARC1; rua=mailto:a@b.example']],
    ['bounce_mx', 'bounces.quittance.example MX', ['10 mail.elsewhere.example']],
  ])('differ: %s at %s is %j', async (purpose, name, values) => {
    const { checked, states } = await check({ ...GOOD, [name]: values })
    expect(states).toEqual({
      ...Object.fromEntries(checked.map((one) => [one.purpose, 'found'])),
      [purpose]: 'differs',
    })
    expect(checked.find((one) => one.purpose === purpose)!.found).toEqual(values)
  })

  it('accept the value of a mail provider, and a key with spaces', async () => {
    const { states } = await check({
      ...GOOD,
      'quittance.example TXT': ['v=spf1 include:provider.example -all'],
      's1._domainkey.quittance.example TXT': [dkim.replace('p=', 'p= ').replace('; k=rsa', ' ;k=rsa')],
    })
    expect(states).toMatchObject({ spf: 'found', dkim: 'found' })
  })

  it('are unknown when a name server fails', async () => {
    const { states } = await check({ ...GOOD, 'quittance.example TXT': ['FAILURE'] })
    expect(states).toMatchObject({ spf: 'unknown', dkim: 'found' })
  })

  it('of a name of this machine are asked of nobody', async () => {
    const { states, server } = await check(GOOD, {
      MAIL_FROM: 'billing@quittance.localhost',
      BOUNCE_DOMAIN: '',
      DKIM_DOMAIN: '',
      DKIM_SELECTOR: '',
      DKIM_KEY_FILE: '',
    })
    expect(states).toEqual({ spf: 'unknown', dmarc: 'unknown' })
    expect(server.asked).toEqual([])
  })
})
