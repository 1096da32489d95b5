import type { SendMailOptions } from 'nodemailer'
import { msg } from '../../../domain/languages/msg.ts'
import { EMAIL_MAX_LENGTH, isEmailAddress } from '../../../domain/people/person-text.ts'
import { asDate } from '../clock.ts'
import { displayName, headerText } from './mail-text.ts'

export type AddressCheck =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly reason: string }

/**
 * Checks that a text is one plain address that every mail server parses alike. Refuses quotes, comments,
 * lists, line breaks and address literals, which parsers read differently, so that mail could go to another
 * recipient.
 */
export function checkAddress(address: string): AddressCheck {
  const refuse = (reason: string): AddressCheck => ({ ok: false, reason })
  if (address.length > EMAIL_MAX_LENGTH) return refuse('An email address has at most 254 characters.')
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(address)) return refuse('An email address is one line.')
  if (/[,;]/.test(address)) return refuse(msg('Enter one email address only.'))
  if (/["\s()<>[\]\\:]/.test(address))
    return refuse(msg('Enter the email address alone, without quotes, spaces or brackets.'))
  if (!isEmailAddress(address)) return refuse(msg('This is not an email address.'))
  return { ok: true, address }
}

export interface MailAttachment {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Buffer
  /** Content id of a picture that the HTML shows. */
  readonly cid?: string | undefined
}

export interface MailParts {
  /**
   * Id of the stored message. All attempts share one Message-ID, so that mail servers can detect duplicates.
   */
  readonly id: string
  /** ISO instant for the Date header. */
  readonly sentAt: string
  /** Name of the company that the email is sent for. */
  readonly fromName: string
  readonly replyTo?: string | undefined
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly attachments?: readonly MailAttachment[] | undefined
  /** Unsubscribe address. With https it works by one click (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined
  /** Address to which mail servers report that the message can't be delivered. */
  readonly returnPath?: string | undefined
  /** Id of the stored message that this one follows. */
  readonly inReplyTo?: string | undefined
}

/**
 * Builds a message for nodemailer to one recipient. All content is in memory; no file and no URL is read.
 * @throws Error for an invalid address or header
 */
export function buildMessage(parts: MailParts, fromAddress: string): SendMailOptions {
  const from = soleAddress(fromAddress)
  const to = soleAddress(parts.to)
  const domain = from.slice(from.indexOf('@') + 1)
  const followed = parts.inReplyTo === undefined ? undefined : messageIdOf(parts.inReplyTo, domain)
  return {
    messageId: messageIdOf(parts.id, domain),
    ...(followed && { inReplyTo: followed, references: followed }),
    date: asDate(Date.parse(parts.sentAt)),
    from: { name: displayName(parts.fromName), address: from },
    to: { name: '', address: to },
    ...(parts.replyTo ? { replyTo: { name: '', address: soleAddress(parts.replyTo) } } : {}),
    // Set explicitly, so that the recipient is not parsed from the headers a second time.
    envelope: { from: parts.returnPath === undefined ? from : soleAddress(parts.returnPath), to: [to] },
    subject: soleLine(parts.subject),
    html: parts.html,
    text: parts.text,
    attachments: (parts.attachments ?? []).map(toAttachment),
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(parts.unsubscribeUrl) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function messageIdOf(id: string, domain: string): string {
  if (!/^[\w-]{8,100}$/.test(id)) throw new Error('A message id has letters, digits and dashes only.')
  return `<${id}@${domain}>`
}

function soleAddress(address: string): string {
  const checked = checkAddress(address)
  if (!checked.ok) throw new Error(`Not sent: ${checked.reason}`)
  return checked.address
}

function soleLine(text: string): string {
  if (/[\r\n\0]/.test(text)) throw new Error('Not sent: a header is one line.')
  return text
}

function toAttachment({ name, mediaType, bytes, cid }: MailAttachment) {
  if (!Buffer.isBuffer(bytes)) throw new Error('Not sent: an attachment’s content is given as bytes.')
  const filename = headerText(name).replace(/[/\\:*?"<>|]/g, '-') || 'attachment'
  return {
    filename,
    content: bytes,
    contentType: soleLine(mediaType),
    ...(cid ? { cid, contentDisposition: 'inline' as const } : {}),
  }
}

function unsubscribeHeaders(address: string | undefined): Record<string, string> {
  if (!address) return {}
  const url = URL.parse(address)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new Error('Not sent: an unsubscribe address is a web address.')
  return {
    'List-Unsubscribe': `<${url.href}>`,
    ...(url.protocol === 'https:' ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
  }
}
