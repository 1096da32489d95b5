import type { ServerResponse } from 'node:http'
import { type Fact, factsHtml, linksHtml, money, sendNotFound, sendPage, text } from '../books/html.ts'
import type { Books, Entity, Wire } from './books.ts'

const PLATFORM = 'QuickBooks Online'

interface Page {
  readonly entity: Entity
  readonly title: string
}

const PAGES: Readonly<Record<string, Page>> = {
  customerdetail: { entity: 'Customer', title: 'Customer' },
  invoice: { entity: 'Invoice', title: 'Invoice' },
  creditmemo: { entity: 'CreditMemo', title: 'Credit memo' },
  recvpayment: { entity: 'Payment', title: 'Payment' },
  salesreceipt: { entity: 'SalesReceipt', title: 'Sales receipt' },
}

const refOf = (ref: unknown): string => text((ref as { readonly value?: unknown } | undefined)?.value)

/** Answers the pages to which the product links: /app/invoice?txnId=5. Ids differ between the companies. */
export function servePage(companies: readonly Books[], url: URL, reply: ServerResponse): unknown {
  const page = PAGES[url.pathname.split('/')[2] ?? '']
  const id = url.searchParams.get('txnId') ?? url.searchParams.get('nameId') ?? ''
  const books = page && companies.find((one) => one.list(page.entity).some(({ Id }) => Id === id))
  if (!page || !books) return sendNotFound(reply, PLATFORM)
  const record = books.find(page.entity, id)
  const name = text(record.DisplayName) || text(record.DocNumber) || text(record.PaymentRefNum) || id
  const body = factsHtml([['Company', books.name], ...factsOf(books, record)])
  return sendPage(reply, PLATFORM, `${page.title} ${name}`, body + recordsHtml(books, page.entity, record))
}

function factsOf(books: Books, record: Wire): Fact[] {
  const customer = refOf(record.CustomerRef)
  const email = (record.PrimaryEmailAddr as { readonly Address?: string } | undefined)?.Address
  return [
    ['Email', text(email)],
    ['Status', record.Active === false ? 'Inactive' : ''],
    [
      'Customer',
      customer === ''
        ? ''
        : { href: `/app/customerdetail?nameId=${customer}`, text: customerName(books, customer) },
    ],
    ['Date', text(record.TxnDate)],
    ['Due', text(record.DueDate)],
    ['Tax', money((record.TxnTaxDetail as { readonly TotalTax?: number } | undefined)?.TotalTax)], // not money: JSON of the wire
    ['Total', money(record.TotalAmt)],
    ['Balance', money(record.Balance)],
    ['Not applied', money(record.UnappliedAmt)],
    ['Reference', text(record.PaymentRefNum)],
    ['Note', text(record.PrivateNote)],
  ]
}

const customerName = (books: Books, id: string): string =>
  text(books.list('Customer').find(({ Id }) => Id === id)?.DisplayName) || id

/** A customer’s invoices and credit memos, and the payments of an invoice. */
function recordsHtml(books: Books, entity: Entity, { Id, Line }: Wire): string {
  const linkTo = (path: string, key: string) => (record: Wire) => ({
    href: `/app/${path}?txnId=${record.Id}`,
    text: `${text(record[key]) || record.Id} · ${money(record.TotalAmt)}`,
  })
  const ofCustomer = (one: Wire) => refOf(one.CustomerRef) === Id
  if (entity === 'Customer')
    return (
      linksHtml('Invoices', books.list('Invoice').filter(ofCustomer).map(linkTo('invoice', 'DocNumber'))) +
      linksHtml(
        'Credit memos',
        books.list('CreditMemo').filter(ofCustomer).map(linkTo('creditmemo', 'DocNumber')),
      )
    )
  if (entity === 'Invoice')
    return linksHtml(
      'Payments',
      books
        .list('Payment')
        .filter((one) => settles(one.Line, Id))
        .map(linkTo('recvpayment', 'PaymentRefNum')),
    )
  const invoices = books.list('Invoice').filter((one) => settles(Line, one.Id))
  return linksHtml('Invoices', invoices.map(linkTo('invoice', 'DocNumber')))
}

const settles = (lines: unknown, invoice: string): boolean =>
  (
    (lines ?? []) as {
      readonly LinkedTxn?: readonly { readonly TxnId: string; readonly TxnType: string }[]
    }[]
  ).some(({ LinkedTxn }) => LinkedTxn?.some((one) => one.TxnType === 'Invoice' && one.TxnId === invoice))
