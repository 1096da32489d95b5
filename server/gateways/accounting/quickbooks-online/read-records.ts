import { checkQuantity } from '../../../../domain/invoices/line-check.ts'
import { splitByLargestRemainder } from '../../../../domain/money/money.ts'
import { cutText } from '../../../../domain/parsing/cut-text.ts'
import type { RemoteCreditMemo, RemoteCustomer, RemoteInvoice, RemoteLine, RemotePayment } from '../port.ts'
import { readAmount } from '../read-amount.ts'
import type { QuickBooksCustomer, QuickBooksInvoice, QuickBooksMemo, QuickBooksPayment } from './wire.ts'

/** Facts that the records of a company have in common. */
export interface Company {
  readonly homeCurrency: string
  readonly appUrl: string
}

/** A deleted record has lost its token, so that it must not look like one that never changed. */
const versionOf = (record: { readonly SyncToken: string; readonly status?: string | undefined }): string =>
  isDeleted(record) ? 'deleted' : record.SyncToken

const isDeleted = ({ status }: { readonly status?: string | undefined }): boolean => status === 'Deleted'

/** A voided record keeps its number, has totals of zero, and is marked in its note. */
export const isVoid = (record: { readonly PrivateNote: string; readonly TotalAmt: string }): boolean =>
  record.PrivateNote.includes('Voided') && /^0(\.0*)?$/.test(record.TotalAmt)

const stateOf = (record: { PrivateNote: string; TotalAmt: string; status?: string | undefined }) =>
  isDeleted(record) ? ('deleted' as const) : isVoid(record) ? ('void' as const) : ('open' as const)

const currencyOf = (
  { CurrencyRef }: { readonly CurrencyRef?: { readonly value: string } | undefined },
  { homeCurrency }: Company,
): string => CurrencyRef?.value ?? homeCurrency

export function readCustomer(record: QuickBooksCustomer, company: Company): RemoteCustomer {
  const address = record.BillAddr
  return {
    kind: 'customer',
    remoteId: record.Id,
    version: versionOf(record),
    url: `${company.appUrl}/app/customerdetail?nameId=${encodeURIComponent(record.Id)}`,
    isDeleted: isDeleted(record),
    mergedInto: null,
    name: record.DisplayName,
    companyName: record.CompanyName,
    email: record.PrimaryEmailAddr?.Address ?? '',
    phone: record.PrimaryPhone?.FreeFormNumber ?? '',
    mobilePhone: record.Mobile?.FreeFormNumber ?? '',
    fax: record.Fax?.FreeFormNumber ?? '',
    addressline1: address?.Line1 ?? '',
    addressline2: address?.Line2 ?? '',
    city: address?.City ?? '',
    state: address?.CountrySubDivisionCode ?? '',
    postalCode: address?.PostalCode ?? '',
    country: address?.Country ?? '',
    currency: currencyOf(record, company),
    parentId: record.ParentRef?.value ?? null,
    isActive: record.Active,
  }
}

/** Reads an invoice as stated. Its tax is stated for the whole, so it is divided over the lines by their amounts. */
export function readInvoice(record: QuickBooksInvoice, company: Company): RemoteInvoice {
  const currency = currencyOf(record, company)
  const taxMinor = readAmount(record.TxnTaxDetail?.TotalTax ?? '0', currency)
  const lines = record.Line.filter(({ DetailType }) => DetailType !== 'SubTotalLineDetail').map((line) =>
    readLine(line, currency),
  )
  return {
    kind: 'invoice',
    remoteId: record.Id,
    version: versionOf(record),
    url: invoiceUrl(company.appUrl, record.Id),
    state: stateOf(record),
    number: record.DocNumber,
    customerId: record.CustomerRef?.value ?? '',
    currency,
    issuedOn: record.TxnDate,
    dueOn: record.DueDate || record.TxnDate,
    notes: record.CustomerMemo?.value ?? '',
    lines: withTax(lines, taxMinor),
    totalMinor: readAmount(record.TotalAmt, currency),
    taxMinor,
    balanceMinor: readAmount(record.Balance, currency),
  }
}

const ONE = 10_000n

function readLine(line: QuickBooksInvoice['Line'][number], currency: string): RemoteLine {
  const amount = readAmount(line.Amount, currency)
  const isDiscount = line.DetailType === 'DiscountLineDetail'
  const detail = line.SalesItemLineDetail
  const quantity = detail?.Qty === undefined ? null : checkQuantity(detail.Qty)
  const netMinor = isDiscount ? -amount : amount
  return {
    description: line.Description || detail?.ItemRef?.name || (isDiscount ? 'Discount' : ''),
    detail: '',
    quantity: quantity?.ok ? quantity.value : ONE,
    unitPriceMinor: unitPriceOf(detail?.UnitPrice, currency) ?? netMinor,
    netMinor,
    taxMinor: 0n,
    taxName: '',
  }
}

/** A price may have more digits than the currency; such a line shows its amount instead. */
function unitPriceOf(text: string | undefined, currency: string): bigint | null {
  if (text === undefined) return null
  try {
    return readAmount(text, currency)
  } catch {
    return null
  }
}

function withTax(lines: readonly RemoteLine[], taxMinor: bigint): RemoteLine[] {
  const weights = lines.map(({ netMinor }) => (netMinor > 0n ? netMinor : 0n))
  if (taxMinor <= 0n || weights.every((weight) => weight === 0n)) return [...lines]
  const shares = splitByLargestRemainder(taxMinor, weights)
  return lines.map((line, at) => ({ ...line, taxMinor: shares[at]!, taxName: shares[at]! > 0n ? 'Tax' : '' }))
}

export function readMemo(record: QuickBooksMemo, company: Company): RemoteCreditMemo {
  const currency = currencyOf(record, company)
  return {
    kind: 'credit_memo',
    remoteId: record.Id,
    version: versionOf(record),
    url: `${company.appUrl}/app/creditmemo?txnId=${encodeURIComponent(record.Id)}`,
    state: stateOf(record),
    number: record.DocNumber,
    customerId: record.CustomerRef?.value ?? '',
    currency,
    issuedOn: record.TxnDate,
    reason: cutText(record.PrivateNote, 500),
    totalMinor: readAmount(record.TotalAmt, currency),
    balanceMinor: readAmount(record.RemainingCredit ?? record.Balance, currency),
  }
}

export function readPayment(record: QuickBooksPayment, company: Company): RemotePayment {
  const currency = currencyOf(record, company)
  return {
    kind: 'payment',
    remoteId: record.Id,
    version: versionOf(record),
    url: paymentUrl(company.appUrl, record.Id),
    isDeleted: isDeleted(record),
    customerId: record.CustomerRef?.value ?? '',
    currency,
    totalMinor: readAmount(record.TotalAmt, currency),
    receivedOn: record.TxnDate,
    reference: record.PaymentRefNum,
    applied: record.Line.flatMap(({ Amount, LinkedTxn }) =>
      LinkedTxn.filter(({ TxnType }) => TxnType === 'Invoice').map(({ TxnId }) => ({
        invoiceId: TxnId,
        amountMinor: readAmount(Amount, currency),
      })),
    ),
  }
}

/** Prefix of the ids of payments as credit. */
export const RECEIVED = 'payment:'

/**
 * Returns the part of a payment that settles no invoice as credit. Nothing where QuickBooks doesn't state it; a payment of which
 * everything is applied has a balance of zero.
 */
export function readReceived(record: QuickBooksPayment, company: Company): RemoteCreditMemo[] {
  const isGone = isDeleted(record)
  if (record.UnappliedAmt === undefined && !isGone) return []
  const currency = currencyOf(record, company)
  return [
    {
      kind: 'credit_memo',
      remoteId: `${RECEIVED}${record.Id}`,
      version: versionOf(record),
      url: paymentUrl(company.appUrl, record.Id),
      state: isGone ? 'deleted' : 'open',
      number: record.PaymentRefNum,
      customerId: record.CustomerRef?.value ?? '',
      currency,
      issuedOn: record.TxnDate,
      reason: '',
      totalMinor: readAmount(record.TotalAmt, currency),
      balanceMinor: readAmount(record.UnappliedAmt ?? '0', currency),
      received: { kind: 'Payment', reference: record.PaymentRefNum },
    },
  ]
}

export const invoiceUrl = (appUrl: string, id: string): string =>
  `${appUrl}/app/invoice?txnId=${encodeURIComponent(id)}`

export const receiptUrl = (appUrl: string, id: string): string =>
  `${appUrl}/app/salesreceipt?txnId=${encodeURIComponent(id)}`

export const paymentUrl = (appUrl: string, id: string): string =>
  `${appUrl}/app/recvpayment?txnId=${encodeURIComponent(id)}`
