import { generateKeyPairSync, verify } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MailServer, startMailServer } from '../../../testing/mail-server.ts'
import type { MailParts } from './message-parts.ts'
import { type DkimKey, readDkimKey } from './settings/dkim-key.ts'
import { createSmtpTransport, type SmtpTransport } from './transport/transport.ts'

const parts: MailParts = {
  id: '0197-aaaa-bbbb',
  sentAt: '2026-11-20T09:00:00.000Z',
  fromName: 'Brightwater Supply Co.',
  replyTo: 'billing@brightwater.example',
  to: 'maya@harborandpine.example',
  subject: 'Invoice INV-7',
  html: '<p>Grüße</p>',
  text: 'Grüße\n',
}
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const folder = mkdtempSync(join(tmpdir(), 'quittance-dkim-'))
let server: MailServer
let transport: SmtpTransport
let key: DkimKey

beforeAll(async () => {
  const path = join(folder, 'key.pem')
  writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  key = readDkimKey('quittance.example', 's1', path)
  server = await startMailServer()
  transport = createSmtpTransport(server.url, 'billing@quittance.example', { dkim: key })
})
afterAll(async () => {
  await transport.close()
  await server.close()
  rmSync(folder, { recursive: true })
})

/** Delivers a message and returns it as it arrived: the lines of its header, unfolded, and its body. */
async function received(more: Partial<MailParts> = {}) {
  expect(await transport.deliver({ ...parts, ...more })).toMatchObject({ ok: true })
  const raw = server.received.at(-1)!.raw
  const end = raw.indexOf('\r\n\r\n')
  const head = raw.slice(0, end)
  return { head, lines: head.replace(/\r\n[ \t]+/g, ' ').split('\r\n'), body: raw.slice(end + 4) }
}

it('is signed so that the key of the DNS record verifies it', async () => {
  const { head, lines } = await received({
    unsubscribeUrl: 'https://pay.quittance.example/unsubscribe?token=x',
  })
  const line = lines.find((one) => one.startsWith('DKIM-Signature:'))!
  const tags = new Map(
    line
      .slice(line.indexOf(':') + 1)
      .split(';')
      .map((tag) => {
        const [name = '', ...value] = tag.trim().split('=')
        return [name, value.join('=').replace(/\s/g, '')]
      }),
  )
  expect(Object.fromEntries(tags)).toMatchObject({ v: '1', a: 'rsa-sha256', d: 'quittance.example', s: 's1' })
  const signed = tags.get('h')!.toLowerCase().split(':')
  for (const name of [
    'from',
    'to',
    'subject',
    'message-id',
    'reply-to',
    'list-unsubscribe',
    'list-unsubscribe-post',
  ])
    expect(signed).toContain(name)
  const canonical = (field: string) => {
    const at = field.indexOf(':')
    return `${field.slice(0, at).trim().toLowerCase()}:${field
      .slice(at + 1)
      .replace(/\s+/g, ' ')
      .trim()}`
  }
  const fields = head.replace(/\r\n([ \t])/g, '$1').split('\r\n')
  const covered = signed.flatMap((name) => {
    const found = fields.findLast((one) => one.toLowerCase().startsWith(`${name}:`))
    return found === undefined ? [] : [canonical(found)]
  })
  const own = canonical(fields.find((one) => one.startsWith('DKIM-Signature:'))!).replace(/b=[^;]*$/, 'b=')
  const text = Buffer.from([...covered, own].join('\r\n'))
  expect(verify('sha256', text, publicKey, Buffer.from(tags.get('b')!, 'base64'))).toBe(true)
  const inRecord = /p=(.*)$/.exec(key.record)![1]!
  expect(inRecord).toBe(publicKey.export({ type: 'spki', format: 'der' }).toString('base64'))
})

it('can be unsubscribed by one click, follows its thread, and comes back to its return path', async () => {
  const returnPath = `bounce+${'0'.repeat(40)}@bounces.quittance.example`
  const { lines } = await received({
    unsubscribeUrl: 'https://pay.quittance.example/unsubscribe?token=x',
    inReplyTo: '0197-cccc-dddd',
    returnPath,
  })
  expect(lines).toContain('List-Unsubscribe: <https://pay.quittance.example/unsubscribe?token=x>')
  expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(lines).toContain('In-Reply-To: <0197-cccc-dddd@quittance.example>')
  expect(lines).toContain('References: <0197-cccc-dddd@quittance.example>')
  expect(lines).toContain('Message-ID: <0197-aaaa-bbbb@quittance.example>')
  expect(lines).toContain('Reply-To: billing@brightwater.example')
  expect(server.received.at(-1)!.from).toBe(returnPath)
})

it('has none of these headers when there is nothing to say', async () => {
  const { lines } = await received()
  expect(lines.filter((line) => /^(List-|In-Reply-To|References)/i.test(line))).toEqual([])
  expect(server.received.at(-1)!.from).toBe('billing@quittance.example')
})

it.each([
  ['inReplyTo', '0197-aaaa\r\nBcc: x@evil.example'],
  ['inReplyTo', 'a> <b'],
  ['returnPath', 'bounce+x@a.example\r\nRCPT TO:<x@evil.example>'],
  ['returnPath', 'a@b.example> SIZE=1'],
  ['unsubscribeUrl', 'mailto:x@evil.example'],
  ['replyTo', 'a@b.example\r\nBcc: x@evil.example'],
  ['id', '0197-aaaa\r\nX: y'],
] as const)('does not leave with %s %j', async (name, value) => {
  const before = server.received.length
  expect(await transport.deliver({ ...parts, [name]: value })).toMatchObject({ ok: false, permanent: true })
  expect(server.received).toHaveLength(before)
})

it('has one line for an unsubscribe address with line breaks', async () => {
  const { lines } = await received({ unsubscribeUrl: 'https://a.example/u?x=\r\nBcc: x@evil.example' })
  expect(lines.filter((line) => /^bcc:/i.test(line))).toEqual([])
  expect(lines).toContain('List-Unsubscribe: <https://a.example/u?x=Bcc:%20x@evil.example>')
})
