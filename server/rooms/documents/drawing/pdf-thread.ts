import { answerOnThread } from '../../../platform/threads/answer-on-thread.ts'
import { renderCreditMemoPdf } from './credit-memo-pdf.ts'
import { renderInvoicePdf } from './invoice-pdf.ts'
import type { Paper } from './pdf-data.ts'
import { renderReceiptPdf } from './receipt-pdf.ts'

function draw({ kind, data }: Paper): Promise<Buffer> {
  if (kind === 'invoice') return renderInvoicePdf(data)
  return kind === 'receipt' ? renderReceiptPdf(data) : renderCreditMemoPdf(data)
}

answerOnThread(draw)
