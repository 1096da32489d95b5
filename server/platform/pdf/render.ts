import type { renderCreditMemoPdf as drawCreditMemo } from './credit-memo-pdf.ts'
import type { renderInvoicePdf as drawInvoice } from './invoice-pdf.ts'
import type { renderReceiptPdf as drawReceipt } from './receipt-pdf.ts'

/*
 * The documents as PDF. What draws them is loaded with the first one: a process that has drawn none starts sooner and is
 * smaller by its fonts, pictures and writer.
 */

export const renderInvoicePdf: typeof drawInvoice = async (...given) =>
  (await import('./invoice-pdf.ts')).renderInvoicePdf(...given)

export const renderReceiptPdf: typeof drawReceipt = async (...given) =>
  (await import('./receipt-pdf.ts')).renderReceiptPdf(...given)

export const renderCreditMemoPdf: typeof drawCreditMemo = async (...given) =>
  (await import('./credit-memo-pdf.ts')).renderCreditMemoPdf(...given)
