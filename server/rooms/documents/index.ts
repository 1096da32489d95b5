export { admitDownload } from './actions/admit-download.ts'
export { drawDocument } from './actions/draw-document.ts'
export { drawStoredDocument } from './actions/draw-stored-document.ts'
export { serveDocument } from './actions/serve-document.ts'
export { serveStoredDocument } from './actions/serve-stored-document.ts'
export { storeDocument, storeDocuments } from './actions/store-document.ts'
export type {
  CreditMemoPdf,
  DocumentContents,
  InvoicePdf,
  NamedDocument,
  PdfCompany,
  PdfCustomer,
  PdfLine,
  PdfStamp,
  ReceiptPdf,
} from './drawing/document-contents.ts'
