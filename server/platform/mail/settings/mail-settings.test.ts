import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { listMissingSettings, readConfig } from '../../config.ts'

const folder = mkdtempSync(join(tmpdir(), 'quittance-key-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, text: string | Buffer): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const pem = (bits: number) =>
  generateKeyPairSync('rsa', { modulusLength: bits }).privateKey.export({ type: 'pkcs8', format: 'pem' })
const read = (env: Record<string, string>) =>
  readConfig({ SECRET: 'k3X9-vTq7_Zp2Lw8Rn5Yb1Hd6Jc4Fs0Gm', ...env }, { looking: true })
const signing = (path: string) =>
  read({ DKIM_DOMAIN: 'Quittance.Example', DKIM_SELECTOR: 'S1', DKIM_KEY_FILE: path })

describe('the key that signs emails', () => {
  it('is read from its file', () => {
    expect(signing(file('good.pem', pem(2048))).dkim).toMatchObject({
      domain: 'quittance.example',
      selector: 's1',
      record: expect.stringMatching(/^v=DKIM1; k=rsa; p=[\w+/=]{300,500}$/),
    })
    expect(read({}).dkim).toBeNull()
  })

  it.each([
    ['no file', () => join(folder, 'none.pem'), /^DKIM_KEY_FILE can't be read: ENOENT at /],
    ['text', () => file('text.pem', 'a secret text'), /^DKIM_KEY_FILE has to be a private key in PEM/],
    ['a short key', () => file('short.pem', pem(768)), /has 768 bits/],
    [
      'another kind of key',
      () =>
        file('ed.pem', generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })),
      /has to be an RSA key/,
    ],
  ])('is refused when it is %s', (_, path, sentence) => {
    expect(() => signing(path())).toThrow(sentence)
    expect(() => signing(path())).not.toThrow(/a secret text/)
  })

  it('is pointed out at a start in production when it belongs to another domain than the sender', () => {
    const warnings = (MAIL_FROM: string) =>
      listMissingSettings({ ...signing(file('good.pem', pem(2048))), mailFrom: MAIL_FROM, production: true })
    expect(warnings('billing@elsewhere.example').join()).toContain('DKIM_DOMAIN is quittance.example')
    for (const aligned of ['billing@quittance.example', 'billing@mail.quittance.example'])
      expect(warnings(aligned).join()).not.toContain('DKIM_DOMAIN')
  })

  it('needs all three settings', () => {
    expect(() => read({ DKIM_DOMAIN: 'quittance.example' })).toThrow('belong together')
    expect(() => read({ DKIM_SELECTOR: 'a b' })).toThrow('DKIM_SELECTOR')
    expect(() => read({ DKIM_DOMAIN: 'quittance' })).toThrow('DKIM_DOMAIN')
  })
})

describe('the receiver of reports', () => {
  it('needs its domain', () => {
    expect(() => read({ BOUNCE_PORT: '25' })).toThrow('BOUNCE_PORT receives mail for BOUNCE_DOMAIN')
    expect(() => read({ BOUNCE_DOMAIN: 'a@b.example' })).toThrow('BOUNCE_DOMAIN')
    expect(read({ BOUNCE_PORT: '2525', BOUNCE_DOMAIN: 'Bounces.Quittance.Example' })).toMatchObject({
      bouncePort: 2525,
      bounceDomain: 'bounces.quittance.example',
      bounceHost: '0.0.0.0',
    })
  })
})

describe('the name servers', () => {
  it('are addresses with or without a port', () => {
    const servers = '192.0.2.1, 192.0.2.2:5353,[2001:db8::1]:53'
    expect(read({ DNS_SERVERS: servers }).dnsServers).toEqual([
      '192.0.2.1',
      '192.0.2.2:5353',
      '[2001:db8::1]:53',
    ])
    for (const wrong of ['dns.example', '192.0.2.1/24', '192.0.2'])
      expect(() => read({ DNS_SERVERS: wrong })).toThrow('DNS_SERVERS')
  })
})
