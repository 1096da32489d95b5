import { describe, expect, it } from 'vitest'
import { buildMessage as build, checkAddress, type MailParts } from './message-parts.ts'

const parts: MailParts = {
  id: '0197-aaaa-bbbb',
  sentAt: '2026-11-20T09:00:00.000Z',
  fromName: 'Brightwater Supply Co.',
  to: 'maya@harborandpine.example',
  subject: 'Invoice INV-2067',
  html: '<p>x</p>',
  text: 'x',
}

const sender = 'billing@quittance.example'
const buildMessage = (mail: MailParts) => build(mail, sender)

describe('checkAddress', () => {
  it.each([
    'maya@harborandpine.example',
    "o'brien+invoices@mail.example.co",
    `${'a'.repeat(64)}@${'b'.repeat(63)}.example`,
  ])('accepts %s', (address) => {
    expect(checkAddress(address)).toEqual({ ok: true, address })
  })

  it.each([
    ['"a@evil x"@corp.example', 'without quotes'],
    ['"a@evil.example"@corp.example', 'without quotes'],
    ['a@corp.example\r\nBcc: b@evil.example', 'one line'],
    ['a@corp.example\n', 'one line'],
    ['a@corp.example\u2028', 'one line'],
    ['a@corp.example,b@evil.example', 'one email address'],
    ['a@corp.example;b@evil.example', 'one email address'],
    ['Ada <a@corp.example>', 'without quotes'],
    ['a@corp.example (comment)', 'without quotes'],
    ['a@[127.0.0.1]', 'without quotes'],
    ['a@b@corp.example', 'not an email address'],
    ['@corp.example', 'not an email address'],
    ['a@corp', 'not an email address'],
    ['a..b@corp.example', 'not an email address'],
    ['ünicode@corp.example', 'not an email address'],
    ['', 'not an email address'],
    [`${'a'.repeat(10_000)}@corp.example`, '254'],
    [`a@${'b.'.repeat(130)}example`, '254'],
  ])('refuses %j', (address, words) => {
    const checked = checkAddress(address)
    expect(checked.ok).toBe(false)
    if (!checked.ok) expect(checked.reason).toContain(words)
  })
})

describe('buildMessage', () => {
  it('derives the Message-ID from the stored message', () => {
    expect(buildMessage(parts).messageId).toBe('<0197-aaaa-bbbb@quittance.example>')
    expect(buildMessage(parts).messageId).toBe(buildMessage({ ...parts, text: 'again' }).messageId)
  })

  it('refuses header injection', () => {
    expect(() => buildMessage({ ...parts, subject: 'a\r\nBcc: x@evil.example' })).toThrow('one line')
    expect(() => buildMessage({ ...parts, to: 'a@corp.example\r\nBcc: x@evil.example' })).toThrow('one line')
    expect(() => buildMessage({ ...parts, replyTo: '"x"@corp.example' })).toThrow('without quotes')
    expect(() => buildMessage({ ...parts, id: 'a>\r\nX: y' })).toThrow('message id')
    expect(() => buildMessage({ ...parts, unsubscribeUrl: 'javascript:alert(1)' })).toThrow('web address')
    expect(() => build(parts, 'billing@quittance.example\r\nX: y')).toThrow('one line')
    expect(buildMessage({ ...parts, fromName: 'Evil\r\nBcc: x@evil.example' }).from).toEqual({
      name: 'Evil Bcc:',
      address: sender,
    })
  })

  it('removes paths from attachment names and accepts bytes only', () => {
    const bytes = Buffer.from('x')
    const named = (name: string) =>
      buildMessage({ ...parts, attachments: [{ name, mediaType: 'application/pdf', bytes }] })
        .attachments![0]!.filename
    expect(named('../../etc/INV "7".pdf')).toBe('..-..-etc-INV -7-.pdf')
    expect(named('\r\n')).toBe('attachment')
    const path = { name: 'x', mediaType: 'text/plain', bytes: '/etc/passwd' as unknown as Buffer }
    expect(() => buildMessage({ ...parts, attachments: [path] })).toThrow('bytes')
  })

  it('offers one-click unsubscribe for https addresses', () => {
    const headersOf = (unsubscribeUrl: string) => buildMessage({ ...parts, unsubscribeUrl }).headers
    expect(headersOf('https://pay.quittance.example/u/1')).toEqual({
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': '<https://pay.quittance.example/u/1>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect(headersOf('http://brightwater.localhost:3000/u/1')).toEqual({
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': '<http://brightwater.localhost:3000/u/1>',
    })
  })
})
