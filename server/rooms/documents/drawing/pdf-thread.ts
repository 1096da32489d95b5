import { answerOnThread } from '../../../platform/threads/answer-on-thread.ts'
import { drawAgreementPdf } from './agreement/agreement-pdf.ts'
import { drawCreditMemoPdf } from './credit-memo-pdf.ts'
import type { DocumentContents } from './document-contents.ts'
import { drawInvoicePdf } from './invoice-pdf.ts'
import { drawReceiptPdf } from './receipt-pdf.ts'
import { drawStatementPdf } from './statement-pdf.ts'

function draw({ kind, data }: DocumentContents): Promise<Buffer> {
  if (kind === 'invoice') return drawInvoicePdf(data)
  if (kind === 'agreement') return drawAgreementPdf(data)
  if (kind === 'receipt') return drawReceiptPdf(data)
  return kind === 'statement' ? drawStatementPdf(data) : drawCreditMemoPdf(data)
}

answerOnThread(draw)
