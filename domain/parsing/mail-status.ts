/** An answer of a mail server about one recipient. */
export interface MailStatus {
  /** Reply code of SMTP, such as 550; null in a report without one. */
  readonly replyCode: number | null
  /** Enhanced status code (RFC 3463), such as '5.1.1'; null without one. */
  readonly status: string | null
  readonly text: string
}

/** Reply codes that refuse a mailbox (RFC 5321, section 4.2.3) where the server adds no enhanced code. */
const MAILBOX_CODES: ReadonlySet<number> = new Set([550, 551, 553])

/** Words of refusals that concern the sender or the message although their code speaks of the mailbox. */
const ABOUT_THE_SENDER =
  /relay|spam|spf|dkim|dmarc|block(ed|ing|list)|black ?list|deny ?list|reputation|policy|authenticat|sender|rate limit/i

/** Permanent refusals of the sender, the message or its way, which say nothing about the address. */
const ABOUT_THE_MESSAGE = /^5\.(1\.[78]|2\.3|3\.\d+|4\.[67]|[5-7]\.\d+)$/
const UNSPECIFIC = '5.0.0'

/**
 * True when a mail server will never take a message for this address. False when it refuses the message or its sender, as
 * with 5.7.x, or only for now.
 */
export function refusesAddress({ replyCode, status, text }: MailStatus): boolean {
  if (status !== null && status !== UNSPECIFIC)
    return status.startsWith('5.') && !ABOUT_THE_MESSAGE.test(status)
  if (ABOUT_THE_SENDER.test(text)) return false
  return replyCode === null ? status === UNSPECIFIC : MAILBOX_CODES.has(replyCode)
}

/** Finds the enhanced status code at the start of a server's answer: '550 5.1.1 No such user', '550-5.1.1 …'. */
export const statusIn = (answer: string): string | null =>
  /(?:^|[\s-])([245]\.\d{1,3}\.\d{1,3})(?=\s|$)/.exec(answer.slice(0, 300))?.[1] ?? null
