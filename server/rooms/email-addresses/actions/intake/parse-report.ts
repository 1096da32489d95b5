import type { ParsedMail, SimpleParserOptions } from 'mailparser'
import { reasonOf } from '../../../../platform/reason-of.ts'
import { type ParsedReport, readFieldBlocks } from '../../rules/judge-report.ts'

const FIELD_PARTS: ReadonlySet<string> = new Set([
  'message/delivery-status',
  'message/global-delivery-status',
  'message/feedback-report',
])
/** More than any report has. */
const MAX_FIELD_BYTES = 64 * 1024

/** Keeps the parts as they are, and derives nothing from texts that nobody reads. */
const OPTIONS: SimpleParserOptions = {
  keepDeliveryStatus: true,
  ignoreEmbedded: true,
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipImageLinks: true,
  checksumAlgo: false,
}

/** Parses a message, and reads the fields of its reports. A message that can't be parsed has none. */
export async function parseReport(raw: Buffer): Promise<ParsedReport> {
  // Loaded at the first report, because most installations get few.
  const { simpleParser } = await import('mailparser')
  try {
    return toReport(await simpleParser(raw, OPTIONS))
  } catch (error) {
    return { isAutomaticReply: false, problem: reasonOf(error), parts: [] }
  }
}

const toReport = ({ headers, attachments }: ParsedMail): ParsedReport => ({
  isAutomaticReply: /^auto-replied/i.test(String(headers.get('auto-submitted') ?? '')),
  problem: null,
  parts: attachments
    .filter(({ contentType }) => FIELD_PARTS.has(contentType))
    .map(({ contentType, content }) => ({
      type: contentType === 'message/feedback-report' ? 'feedback' : 'delivery',
      blocks: readFieldBlocks(content.subarray(0, MAX_FIELD_BYTES).toString('utf8')),
    })),
})
