import { describe, expect, it } from 'vitest'
import { mailReport } from '../../../../../testing/mail-reports/mail-reports.ts'
import { judgeReport } from '../../rules/judge-report.ts'
import { parseReport } from './parse-report.ts'

const ADDRESS = 'pay@harbor.example'
const judge = async (raw: Buffer | string, address = ADDRESS) =>
  judgeReport(await parseReport(Buffer.from(raw)), address)

describe('a report', () => {
  it.each([
    ['postfix-unknown-user', 'bounced', 'User unknown in virtual mailbox table'],
    ['exchange-not-found', 'bounced', 'RESOLVER.ADR.RecipientNotFound'],
    ['gmail-no-such-user', 'bounced', 'The email account that you tried to reach does not exist'],
    ['ses-bounce', 'bounced', '550 5.1.1 user unknown'],
    ['exchange-spam-policy', 'refused', 'does not pass DMARC verification'],
    ['postfix-delayed', 'delayed', 'Connection timed out'],
    ['ses-complaint', 'complained', ''],
    ['out-of-office', 'ignored', 'it is an automatic reply'],
  ] as const)('%s: the address is %s', async (name, outcome, words) => {
    const judgment = await judge(mailReport(name))
    expect(judgment.outcome).toBe(outcome)
    expect(judgment.detail).toContain(words)
    expect(judgment.detail.length).toBeLessThanOrEqual(300)
  })

  it.each([
    ['no bytes', ''],
    ['text', 'hello'],
    ['binary', Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919) % 256)).toString('latin1')],
    ['an unfinished report', mailReport('postfix-unknown-user').subarray(0, 900).toString()],
    ['a report without a recipient', deliveryStatus('Reporting-MTA: dns; mx.test')],
    [
      'a success',
      deliveryStatus(`Final-Recipient: rfc822; ${ADDRESS}\r\nAction: delivered\r\nStatus: 2.0.0`),
    ],
    ['praise', feedback('not-spam')],
    ['a thousand boundaries', nested(1000)],
  ])('is ignored when it is %s', async (_, raw) => {
    expect((await judge(raw)).outcome).toBe('ignored')
  })

  it('about several recipients counts for the one that was written to', async () => {
    const raw = deliveryStatus(
      `Final-Recipient: rfc822; other@harbor.example\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\nFinal-Recipient: rfc822; ${ADDRESS}\r\nAction: delivered\r\nStatus: 2.0.0`,
    )
    expect((await judge(raw)).outcome).toBe('ignored')
    expect((await judge(raw, 'other@harbor.example')).outcome).toBe('bounced')
  })

  it('of a forwarded message counts for the address that was written to', async () => {
    expect((await judge(mailReport('postfix-unknown-user', 'moved@new.example'))).outcome).toBe('bounced')
  })

  it('that gave up after days marks nothing', async () => {
    const raw = deliveryStatus(`Final-Recipient: rfc822; ${ADDRESS}\r\nAction: failed\r\nStatus: 4.4.7`)
    expect((await judge(raw)).outcome).toBe('refused')
  })
})

function deliveryStatus(fields: string): string {
  return report(
    'delivery-status',
    `message/delivery-status\r\n\r\nReporting-MTA: dns; mx.test\r\n\r\n${fields}`,
  )
}

function feedback(type: string): string {
  return report('feedback-report', `message/feedback-report\r\n\r\nFeedback-Type: ${type}`)
}

function report(type: string, part: string): string {
  return `From: a@b.test\r\nMIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=${type}; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nx\r\n--x\r\nContent-Type: ${part}\r\n\r\n--x--\r\n`
}

function nested(depth: number): string {
  const head = 'From: a@b.test\r\nMIME-Version: 1.0\r\n'
  return (
    head +
    Array.from(
      { length: depth },
      (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`,
    ).join('')
  )
}
