import { checkQuantity } from '../../../../domain/invoices/line-check.ts'
import { cutText } from '../../../../domain/parsing/cut-text.ts'
import type { RemoteCreditMemo, RemoteCustomer, RemoteInvoice, RemoteLine, RemotePayment } from '../port.ts'
import { readAmount } from '../read-amount.ts'
import { phoneText } from './phone-text.ts'
import { RECEIVED, type ReceivedKind } from './received.ts'
import type { XeroContact, XeroCreditNote, XeroInvoice, XeroPayment, XeroReceived } from './wire.ts'

/** Suppliers are contacts too; a contact of whom nothing is known may become a customer. */
export const mayOwe = ({ IsCustomer, IsSupplier, MergedToContactID }: XeroContact): boolean =>
  IsCustomer || !IsSupplier || MergedToContactID !== undefined

export function readCustomer(contact: XeroContact, appUrl: string): RemoteCustomer {
  const address = contact.Addresses.find(({ AddressLine1, City }) => AddressLine1 !== '' || City !== '')
  const postal = contact.Addresses.find(
    ({ AddressType, AddressLine1 }) => AddressType === 'POBOX' && AddressLine1 !== '',
  )
  const { AddressLine1, AddressLine2, City, Region, PostalCode, Country } = postal ?? address ?? NOWHERE
  const others = contact.ContactPersons.filter(({ IncludeInEmails }) => IncludeInEmails)
  return {
    kind: 'customer',
    remoteId: contact.ContactID,
    version: contact.UpdatedDateUTC,
    url: `${appUrl}/Contacts/View/${contact.ContactID}`,
    isDeleted: false,
    mergedInto: contact.MergedToContactID ?? null,
    name: contact.Name,
    companyName: '',
    email: [contact.EmailAddress, ...others.map(({ EmailAddress }) => EmailAddress)]
      .filter(Boolean)
      .join(','),
    phone: phoneOf(contact, 'DEFAULT'),
    mobilePhone: phoneOf(contact, 'MOBILE'),
    fax: phoneOf(contact, 'FAX'),
    addressline1: AddressLine1,
    addressline2: AddressLine2,
    city: City,
    state: Region,
    postalCode: PostalCode,
    country: Country,
    currency: contact.DefaultCurrency,
    isActive: contact.ContactStatus === 'ACTIVE',
  }
}

const NOWHERE = { AddressLine1: '', AddressLine2: '', City: '', Region: '', PostalCode: '', Country: '' }

function phoneOf({ Phones }: XeroContact, type: string): string {
  const phone = Phones.find(({ PhoneType, PhoneNumber }) => PhoneType === type && PhoneNumber !== '')
  return phone ? phoneText(phone) : ''
}

const STATES: Readonly<Record<string, RemoteInvoice['state']>> = {
  AUTHORISED: 'open',
  PAID: 'open',
  VOIDED: 'void',
  DELETED: 'deleted',
}

/** True for a record that is in the books; drafts and those that wait for approval are not. */
export const isApproved = ({ Status }: { readonly Status: string }): boolean => Status in STATES

export function readInvoice(invoice: XeroInvoice, appUrl: string): RemoteInvoice {
  const currency = invoice.CurrencyCode
  return {
    kind: 'invoice',
    remoteId: invoice.InvoiceID,
    version: invoice.UpdatedDateUTC,
    url: `${appUrl}/AccountsReceivable/View.aspx?InvoiceID=${invoice.InvoiceID}`,
    state: STATES[invoice.Status] ?? 'deleted',
    number: invoice.InvoiceNumber || invoice.Reference,
    customerId: invoice.Contact?.ContactID ?? '',
    currency,
    issuedOn: invoice.Date,
    dueOn: invoice.DueDate || invoice.Date,
    notes: '',
    lines: invoice.LineItems.map((line) => readLine(line, invoice)),
    totalMinor: readAmount(invoice.Total, currency),
    taxMinor: readAmount(invoice.TotalTax, currency),
    balanceMinor: readAmount(invoice.AmountDue, currency),
  }
}

const ONE = 10_000n

/** Reads a line as stated. Where amounts include the tax, the line's tax is taken off its amount. */
function readLine(line: XeroInvoice['LineItems'][number], invoice: XeroInvoice): RemoteLine {
  const { CurrencyCode: currency, LineAmountTypes } = invoice
  const taxMinor = readAmount(line.TaxAmount, currency)
  const isInclusive = LineAmountTypes === 'Inclusive'
  const amount = readAmount(line.LineAmount, currency)
  const netMinor = isInclusive ? amount - taxMinor : amount
  const quantity = line.Quantity === undefined ? null : checkQuantity(line.Quantity)
  const price = isInclusive ? null : priceOf(line.UnitAmount, currency)
  return {
    description: line.Description,
    detail: '',
    quantity: quantity?.ok ? quantity.value : ONE,
    unitPriceMinor: price ?? netMinor,
    netMinor,
    taxMinor,
    taxName: taxMinor === 0n ? '' : line.TaxType || 'Tax',
  }
}

/** A price may have more digits than the currency; such a line shows its amount instead. */
function priceOf(text: string | undefined, currency: string): bigint | null {
  try {
    return text === undefined ? null : readAmount(text, currency)
  } catch {
    return null
  }
}

export function readCreditNote(note: XeroCreditNote, appUrl: string): RemoteCreditMemo {
  const currency = note.CurrencyCode
  return {
    kind: 'credit_memo',
    remoteId: note.CreditNoteID,
    version: note.UpdatedDateUTC,
    url: `${appUrl}/AccountsReceivable/ViewCreditNote.aspx?creditNoteID=${note.CreditNoteID}`,
    state: STATES[note.Status] ?? 'deleted',
    number: note.CreditNoteNumber,
    customerId: note.Contact?.ContactID ?? '',
    currency,
    issuedOn: note.Date,
    reason: cutText(note.Reference, 500),
    totalMinor: readAmount(note.Total, currency),
    balanceMinor: readAmount(note.RemainingCredit, currency),
  }
}

/** Reads money that was received and settles no invoice yet. */
export function readReceived(
  kind: ReceivedKind,
  id: string,
  record: XeroReceived,
  appUrl: string,
): RemoteCreditMemo {
  const currency = record.CurrencyCode
  return {
    kind: 'credit_memo',
    remoteId: `${RECEIVED[kind].prefix}${id}`,
    version: record.UpdatedDateUTC,
    url: paymentUrl(appUrl, id),
    state: STATES[record.Status] ?? 'deleted',
    number: record.Reference,
    customerId: record.Contact?.ContactID ?? '',
    currency,
    issuedOn: record.Date,
    reason: '',
    totalMinor: readAmount(record.Total, currency),
    balanceMinor: readAmount(record.RemainingCredit, currency),
    received: {
      kind,
      reference: record.Reference,
      uses: record.Allocations.filter(({ IsDeleted }) => !IsDeleted).map(({ Invoice, Amount }) => ({
        invoiceId: Invoice.InvoiceID,
        amountMinor: readAmount(Amount, currency),
      })),
    },
  }
}

/** Reads a payment. Those of a batch are one record, since they are made and removed together. */
export function readPayment(payment: XeroPayment, appUrl: string): RemotePayment {
  const { Invoice } = payment
  const currency = Invoice?.CurrencyCode ?? ''
  const batch = batchOf(payment)
  const amount = currency === '' ? 0n : readAmount(payment.Amount, currency)
  return {
    kind: 'payment',
    remoteId: batch === null ? payment.PaymentID : `${BATCH}${batch}`,
    version: payment.UpdatedDateUTC,
    url: paymentUrl(appUrl, batch ?? payment.PaymentID),
    isDeleted: payment.Status === 'DELETED',
    customerId: Invoice?.Contact?.ContactID ?? '',
    currency,
    totalMinor: amount,
    receivedOn: payment.Date,
    reference: payment.Reference,
    applied: Invoice ? [{ invoiceId: Invoice.InvoiceID, amountMinor: amount }] : [],
  }
}

/** Prefixes of ids of records that are no single payment. */
export const BATCH = 'batch:'
export const CREDIT = 'credit:'
export const OVERPAYMENT = 'overpayment:'

export const batchOf = ({ BatchPaymentID, BatchPayment }: XeroPayment): string | null =>
  BatchPaymentID ?? BatchPayment?.BatchPaymentID ?? null

export const paymentUrl = (appUrl: string, id: string): string =>
  `${appUrl}/Bank/ViewTransaction.aspx?bankTransactionID=${id}`
