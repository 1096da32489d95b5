import { formatDate } from '../../../../domain/dates/calendar.ts'
import { displayAmount } from '../../../../domain/money/money.ts'
import type { Ctx } from '../../../platform/context.ts'
import { renderMail } from '../../../platform/mail/layout.ts'
import { queueMail } from '../../../platform/mail/outbox.ts'
import { consumeMailRateLimit, letterheadOf } from '../../accounts/index.ts'
import { storeDocument } from '../../documents/index.ts'
import { readIssuer } from '../../invoices/index.ts'
import { readMemoFacts } from '../store/memos.ts'
import { readCreditMemoDocument } from './read-credit-memo-document.ts'

/** Queues one email with the memo's PDF for each address. Refuses too_many_requests. */
export async function emailCreditMemo(ctx: Ctx, id: string, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  await consumeMailRateLimit(ctx, addresses.length)
  const memo = (await readMemoFacts(ctx, id))!
  const { dateFormat } = await readIssuer(ctx)
  const pdf = await readCreditMemoDocument(ctx, id)
  const fileId = await storeDocument(ctx, pdf)
  const { company, fromName, replyTo, pictures } = await letterheadOf(ctx)
  const credit = displayAmount(memo.totalMinor, memo.currency)
  const mail = renderMail({
    company,
    subject: `Credit memo ${memo.number} from ${company.name}: ${credit}`,
    preheader: memo.reason || `You have ${credit} of credit.`,
    heading: `Credit memo ${memo.number} from ${company.name}`,
    paragraphs: [`You have ${credit} of credit with us. The credit memo is attached as a PDF.`],
    figure: {
      label: 'Credit',
      value: credit,
      note: `Issued ${formatDate(memo.issuedOn, dateFormat)}`,
    },
    facts: [
      { label: 'Credit memo', value: memo.number },
      ...(memo.reason === '' ? [] : [{ label: 'Reason', value: memo.reason }]),
    ],
    allowedOrigins: [],
  })
  for (const to of addresses)
    await queueMail(ctx, {
      kind: 'credit-memos.memo',
      to,
      fromName,
      replyTo,
      ...mail,
      attachments: [...pictures, { fileId, name: pdf.name }],
      related: { type: 'credit_memo', id },
    })
}
