import { refusesAddress, statusIn } from '../../../../domain/parsing/mail-status.ts'
import { normalizeEmail } from '../../../../domain/people/person-text.ts'

/** Fields of a block, by their name in lower case. */
export type Fields = ReadonlyMap<string, string>

export interface ReportPart {
  /** A delivery status notification (RFC 3464) or a feedback report (RFC 5965). */
  readonly type: 'delivery' | 'feedback'
  readonly blocks: readonly Fields[]
}

export interface ParsedReport {
  readonly isAutomaticReply: boolean
  /** Why it could not be parsed; null when it was. */
  readonly problem: string | null
  readonly parts: readonly ReportPart[]
}

export interface Judgment {
  readonly outcome: 'bounced' | 'refused' | 'delayed' | 'complained' | 'ignored'
  /** The mail server's answer, or why the message is no report. */
  readonly detail: string
}

const DETAIL_LENGTH = 300

/**
 * Reads blocks of fields as in the header of a message: a line that begins with white space continues the one before, and an
 * empty line ends a block.
 */
export function readFieldBlocks(text: string): Fields[] {
  const blocks = text.split(/\r?\n[ \t]*(?:\r?\n)+/).map((block) => {
    const fields = new Map<string, string>()
    for (const line of block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
      const at = line.indexOf(':')
      if (at > 0) fields.set(line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim())
    }
    return fields
  })
  return blocks.filter((fields) => fields.size > 0)
}

/** Decides what a message to a return path says about the address that the original went to. */
export function judgeReport({ isAutomaticReply, problem, parts }: ParsedReport, address: string): Judgment {
  if (problem !== null) return ignore(`it can’t be parsed: ${problem}`)
  const [report] = parts
  if (report === undefined)
    return ignore(isAutomaticReply ? 'it is an automatic reply' : 'it has no report that can be read')
  return report.type === 'feedback' ? judgeFeedback(report.blocks) : judgeDelivery(report.blocks, address)
}

const ignore = (detail: string): Judgment => ({ outcome: 'ignored', detail })

function judgeFeedback(blocks: readonly Fields[]): Judgment {
  const kind = blocks[0]?.get('feedback-type')?.toLowerCase()
  if (kind !== 'abuse') return ignore(`its feedback is of the type ${(kind ?? 'none').slice(0, 40)}`)
  return { outcome: 'complained', detail: '' }
}

/** The first block is about the message, the others about a recipient each: only the original's own count, if it names any. */
function judgeDelivery(blocks: readonly Fields[], address: string): Judgment {
  const recipients = blocks.filter((fields) => fields.has('action'))
  const own = recipients.filter((fields) => isAbout(fields, address))
  const [first, ...others] = own.length > 0 ? own : recipients
  if (first === undefined) return ignore('its delivery status names no recipient')
  const judgments = [first, ...others].map(judgeRecipient)
  // One recipient that was reached, or may be, is a reason to write there again.
  return (
    judgments.find(({ outcome }) => outcome === 'ignored') ??
    judgments.find(({ outcome }) => outcome === 'delayed') ??
    judgments.find(({ outcome }) => outcome === 'refused') ??
    judgments[0]!
  )
}

function isAbout(fields: Fields, address: string): boolean {
  const named = [fields.get('original-recipient'), fields.get('final-recipient')]
  return named.some((value) => value !== undefined && addressIn(value) === address)
}

/** 'rfc822; Pay@Harbor.example' → 'pay@harbor.example' */
const addressIn = (value: string): string =>
  normalizeEmail(
    value
      .slice(value.indexOf(';') + 1)
      .trim()
      .replace(/^<(.*)>$/, '$1'),
  )

function judgeRecipient(fields: Fields): Judgment {
  const action = fields.get('action')!.toLowerCase()
  const answer = (fields.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '')
  const status = /[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? null
  const detail = (answer || status || 'no reason given').slice(0, DETAIL_LENGTH)
  if (action === 'delayed') return { outcome: 'delayed', detail }
  if (action !== 'failed') return ignore(`its action is ${action.slice(0, 40)}`)
  const replyCode = /^(\d{3})\b/.exec(answer)?.[1]
  const given = {
    status: preferSpecific(status, statusIn(answer)),
    replyCode: replyCode === undefined ? null : Number(replyCode),
    text: answer,
  }
  return { outcome: refusesAddress(given) ? 'bounced' : 'refused', detail }
}

/** A server that passes another one's answer on may add a code that says less. */
const preferSpecific = (status: string | null, answered: string | null): string | null =>
  status === null || (status.endsWith('.0.0') && answered !== null) ? answered : status
