import { readFileSync } from 'node:fs'

export type MailReport =
  | 'exchange-not-found'
  | 'exchange-spam-policy'
  | 'gmail-no-such-user'
  | 'out-of-office'
  | 'postfix-delayed'
  | 'postfix-unknown-user'
  | 'ses-bounce'
  | 'ses-complaint'

/** A report as a mail server writes it, about a message to this address. */
export const mailReport = (name: MailReport, address = 'pay@harbor.example'): Buffer =>
  Buffer.from(
    readFileSync(new URL(`${name}.eml`, import.meta.url), 'utf8')
      .replaceAll('pay@harbor.example', address)
      .replaceAll('\n', '\r\n'),
  )
