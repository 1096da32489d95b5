import { type ParsedReport, readFieldBlocks } from '../../rules/judge-report.ts'

const FIELD_PARTS: ReadonlySet<string> = new Set([
  'message/delivery-status',
  'message/global-delivery-status',
  'message/feedback-report',
])
/** More than any report has. */
const MAX_FIELD_BYTES = 64 * 1024

/** Parses a message, and reads the fields of its reports. A message that is no MIME at all has none. */
export async function parseReport(raw: Buffer): Promise<ParsedReport> {
  // Loaded at the first report, because most installations get few.
  const { simpleParser } = await import('mailparser')
  const mail = await simpleParser(raw, {
    keepDeliveryStatus: true,
    ignoreEmbedded: true,
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    checksumAlgo: false,
  })
  return {
    isAutomaticReply: /^auto-replied/i.test(String(mail.headers.get('auto-submitted') ?? '')),
    parts: mail.attachments
      .filter(({ contentType }) => FIELD_PARTS.has(contentType))
      .map(({ contentType, content }) => ({
        type: contentType === 'message/feedback-report' ? 'feedback' : 'delivery',
        blocks: readFieldBlocks(content.subarray(0, MAX_FIELD_BYTES).toString('utf8')),
      })),
  }
}
