import { describe, expect, it } from 'vitest'
import { refusesAddress, statusIn } from './mail-status.ts'

describe('a server’s answer', () => {
  it.each([
    ['550 5.1.1 No such user', true],
    ['550-5.1.1 The account does not exist', true],
    ['550 5.2.1 Mailbox disabled', true],
    ['552 5.2.2 Mailbox full', true],
    ['550 5.4.1 Recipient address rejected: Access denied', true],
    ['550 No such person here', true],
    ['553 unknown mailbox', true],
    ['550 5.7.1 Message refused by policy', false],
    ['550 5.7.26 Unauthenticated', false],
    ['550 5.1.8 Sender domain does not exist', false],
    ['552 5.3.4 Message too big', false],
    ['554 5.6.0 Bad content', false],
    ['550 Relaying denied', false],
    ['550 Blocked by a blocklist', false],
    ['554 Transaction failed', false],
    ['450 4.2.1 Mailbox busy', false],
    ['421 Try again later', false],
  ])('%j refuses the address: %s', (text, refuses) => {
    expect(refusesAddress({ replyCode: Number(text.slice(0, 3)), status: statusIn(text), text })).toBe(
      refuses,
    )
  })

  it('without a reply code counts by its status', () => {
    expect(refusesAddress({ replyCode: null, status: '5.0.0', text: '' })).toBe(true)
    expect(refusesAddress({ replyCode: null, status: null, text: '' })).toBe(false)
  })

  it('is read in linear time', () => {
    for (const text of ['5.1.'.repeat(20_000), `${' '.repeat(50_000)}x`, '-5.1'.repeat(20_000)])
      expect(statusIn(text)).toBeNull()
  })
})
