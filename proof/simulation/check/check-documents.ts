import { contract } from '../../../contract/index.ts'
import { readPdf } from '../../../server/rooms/documents/testing.ts'
import type { Books, Invoice } from '../model/books.ts'
import { formatAmount, remaining } from '../model/figures.ts'
import { call, type Principal } from '../world/call.ts'
import type { Company } from '../world/company.ts'

const STAFF: Principal = { as: 'staff' }

/** Checks that an invoice's PDF and email show its remaining amount to the cent. */
export async function checkDocuments(company: Company, books: Books): Promise<string[]> {
  const invoice = [...books.invoices.values()].findLast(
    (one) => one.state === 'open' && remaining(books, one) > 0n,
  )
  if (!invoice) return []
  const params = { invoice: company.ids.get(invoice.key)! }
  const pdf = await call(company, STAFF, contract.invoices.pdf, { params })
  const figure = formatRemaining(books, invoice)
  const found: string[] = []
  if (
    pdf.status !== 200 ||
    !readPdf(pdf.bytes!)
      .pages.flat()
      .some((line) => line.includes(figure))
  )
    found.push(`I15: the PDF of ${invoice.key} does not show ${figure}`)
  const sendReply = await call(company, STAFF, contract.invoices.send, {
    params,
    body: { email: true, request_id: crypto.randomUUID() },
  })
  const mail = await company.lane.owner.query<{ subject: string; text_body: string }>(
    `select subject, text_body from mail_messages where account_id = $1 and related_id = $2
       and kind = 'invoices.invoice' order by id desc limit 1`,
    [company.accountId, params.invoice],
  )
  const { subject = '', text_body: text = '' } = mail.rows[0] ?? {}
  if (sendReply.status !== 200 || !subject.includes(figure) || !text.includes(figure))
    found.push(`I15: the email of ${invoice.key} does not show ${figure}: ${subject}`)
  return found
}

/** Formats the remaining amount with thousands separators: '1,234.50'. */
const formatRemaining = (books: Books, invoice: Invoice): string =>
  formatAmount(remaining(books, invoice), books.customers[invoice.customer]!.currency).replace(
    /\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g,
    ',',
  )
