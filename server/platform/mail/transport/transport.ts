import { PassThrough } from 'node:stream'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { refusesAddress, statusIn } from '../../../../domain/parsing/mail-status.ts'
import { oneLine } from '../mail-text.ts'
import { buildMessage, type MailParts } from '../message-parts.ts'
import type { DkimKey } from '../settings/dkim-key.ts'
import { readSmtpUrl, requiresTls, type SmtpTls } from './smtp-url.ts'

/** The outbox's Delivery with the server's response. */
export type SmtpDelivery =
  | { readonly ok: true; readonly response: string }
  | {
      readonly ok: false
      readonly permanent: boolean
      readonly maybeDelivered: boolean
      readonly refusesAddress: boolean
      readonly reason: string
    }

export interface SmtpTransport {
  /**
   * Sends one message to one recipient. Never throws; a message that can't be sent is a permanent failure.
   */
  deliver(parts: MailParts): Promise<SmtpDelivery>
  close(): Promise<void>
}

const REASON_LENGTH = 300

/** Header fields that a signature covers. One-click unsubscribing needs both of its fields covered (RFC 8058, section 4). */
const SIGNED =
  'from:reply-to:to:subject:date:message-id:in-reply-to:references:mime-version:content-type:content-transfer-encoding:auto-submitted:list-unsubscribe:list-unsubscribe-post'

function connectionTo(smtpUrl: string, tls: SmtpTls) {
  const address = readSmtpUrl(smtpUrl)
  return {
    ...address,
    requireTLS: requiresTls(address, tls),
    tls: { minVersion: 'TLSv1.2' },
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
  } as const
}

/** Connects and logs in to a mail server, and sends nothing. Throws the reason when that fails. */
export async function verifySmtp(smtpUrl: string, tls: SmtpTls = 'offered'): Promise<void> {
  const transporter = createTransport(connectionTo(smtpUrl, tls))
  try {
    await transporter.verify()
  } finally {
    transporter.close()
  }
}

/**
 * Opens a pool of connections to one mail server, for messages from one address, signed with a key where there is one.
 * TLS is used where the server offers it, and required on port 587 and where `tls` demands it.
 */
export function createSmtpTransport(
  smtpUrl: string,
  fromAddress: string,
  { dkim = null, tls = 'offered' }: { readonly dkim?: DkimKey | null; readonly tls?: SmtpTls } = {},
): SmtpTransport {
  const transporter = createTransport({
    ...connectionTo(smtpUrl, tls),
    pool: true,
    maxConnections: 5,
    maxMessages: 100,
    // The outbox decides about retries. Another one here could deliver a message twice.
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && {
      dkim: {
        domainName: dkim.domain,
        keySelector: dkim.selector,
        privateKey: dkim.privateKey,
        headerFieldNames: SIGNED,
      },
    }),
  })
  /** Messages whose last byte was written to the connection. */
  const handedOver = new Set<string>()
  transporter.use('stream', (mail, done) => {
    mail.message.transform(() => watchEnd(() => handedOver.add(String(mail.data.messageId))))
    done()
  })
  return {
    async deliver(parts) {
      const built = tryToBuild(parts, fromAddress)
      if (!built.ok)
        return {
          ok: false,
          permanent: true,
          maybeDelivered: false,
          refusesAddress: false,
          reason: built.reason,
        }
      const messageId = String(built.message.messageId)
      try {
        const info = await transporter.sendMail(built.message)
        return { ok: true, response: oneLine(info.response).slice(0, REASON_LENGTH) }
      } catch (error) {
        return describeFailure(error, handedOver.has(messageId))
      } finally {
        handedOver.delete(messageId)
      }
    },
    close: async () => transporter.close(),
  }
}

type Built = { ok: true; message: SendMailOptions } | { ok: false; reason: string }

function tryToBuild(parts: MailParts, fromAddress: string): Built {
  try {
    return { ok: true, message: buildMessage(parts, fromAddress) }
  } catch (error) {
    return {
      ok: false,
      reason: error instanceof Error ? error.message : 'Not sent: the message can’t be built.',
    }
  }
}

function watchEnd(onEnd: () => void): PassThrough {
  return new PassThrough({
    flush(done) {
      onEnd()
      done()
    },
  })
}

/** 5yz replies about our login or session instead of the message, which can be sent once that is fixed. */
const NOT_ABOUT_THE_MESSAGE = new Set([503, 530, 534, 535, 538])

function describeFailure(error: unknown, handedOver: boolean): SmtpDelivery {
  const { code, command, response, responseCode, message } = error as {
    code?: string
    command?: string
    response?: string
    responseCode?: number
    message?: string
  }
  const answered = responseCode !== undefined && responseCode >= 400
  const aboutTheMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  const permanent =
    aboutTheMessage && (!answered || (responseCode >= 500 && !NOT_ABOUT_THE_MESSAGE.has(responseCode)))
  const reason = oneLine(message ?? code ?? 'unknown error').slice(0, REASON_LENGTH)
  const text = response ?? ''
  const refused =
    permanent &&
    command === 'RCPT TO' &&
    refusesAddress({ replyCode: responseCode ?? null, status: statusIn(text), text })
  return { ok: false, permanent, maybeDelivered: handedOver && !answered, refusesAddress: refused, reason }
}
