import { cutText } from '../../../../domain/parsing/cut-text.ts'
import type { RemoteCreditMemo, RemoteCustomer, RemoteInvoice, RemoteLine, RemotePayment } from '../port.ts'
import { readAmount } from '../read-amount.ts'
import {
  type ClioAllocation,
  type ClioBill,
  type ClioContact,
  type ClioCreditMemo,
  creditMemoShape,
} from './wire.ts'

export function readCustomer(contact: ClioContact, url: string): RemoteCustomer {
  const address = contact.primary_address
  return {
    kind: 'customer',
    remoteId: contact.id,
    version: contact.etag,
    url: `${url}/nc/#/contacts/${contact.id}`,
    isDeleted: false,
    mergedInto: null,
    name: contact.name,
    companyName: contact.type === 'Person' ? (contact.company?.name ?? '') : '',
    email: [contact.primary_email_address, contact.secondary_email_address].filter(Boolean).join(','),
    phone: contact.primary_phone_number,
    mobilePhone: '',
    fax: '',
    addressline1: address?.street ?? '',
    addressline2: '',
    city: address?.city ?? '',
    state: address?.province ?? '',
    postalCode: address?.postal_code ?? '',
    country: address?.country ?? '',
    currency: '',
    isActive: true,
  }
}

/** Bills that clients owe. Drafts are nobody's debt yet, and one that became a draft again is taken back. */
const STATES: Readonly<Record<string, RemoteInvoice['state']>> = {
  awaiting_payment: 'open',
  paid: 'open',
  void: 'void',
  draft: 'void',
  awaiting_approval: 'void',
  deleted: 'deleted',
}

/** Trust requests ask for a deposit; they are not revenue, so nobody collects them here. */
export const isRevenue = ({ kind }: ClioBill): boolean => kind !== 'trust_kind'

export const isIssued = ({ state }: ClioBill): boolean => state !== 'draft' && state !== 'awaiting_approval'

export const billUrl = (url: string, id: string): string => `${url}/nc/#/bills/${id}`

export const currencyOf = ({ currency }: ClioBill): string => currency?.code ?? ''

export function readBill(bill: ClioBill, url: string): RemoteInvoice {
  const currency = currencyOf(bill)
  const minor = (amount: string) => readAmount(amount, currency)
  return {
    kind: 'invoice',
    remoteId: bill.id,
    version: bill.etag,
    url: billUrl(url, bill.id),
    state: STATES[bill.state] ?? 'void',
    number: bill.number,
    customerId: bill.client?.id ?? '',
    currency,
    issuedOn: bill.issued_at,
    dueOn: bill.due_at || bill.issued_at,
    notes: bill.subject,
    lines: linesOf(bill, minor),
    totalMinor: minor(bill.total),
    taxMinor: minor(bill.total_tax),
    balanceMinor: minor(bill.balance),
  }
}

const ONE = 10_000n

/** A bill may have hundreds of entries, each with a call of its own, so that its lines are the sums that it states. */
function linesOf(bill: ClioBill, minor: (amount: string) => bigint): RemoteLine[] {
  const services = minor(bill.services_sub_total)
  const tax = minor(bill.total_tax)
  const parts: [string, bigint][] = [
    ['Legal services', services],
    ['Expenses', minor(bill.sub_total) - services],
  ]
  const lines = parts.filter(([, net]) => net !== 0n)
  return lines.map(([description, net], at) => ({
    description,
    detail: bill.matters
      .map(({ display_number }) => display_number)
      .filter(Boolean)
      .join(', '),
    quantity: ONE,
    unitPriceMinor: net,
    netMinor: net,
    taxMinor: at === 0 ? tax : 0n,
    taxName: at === 0 && tax !== 0n ? 'Tax' : '',
  }))
}

export const isVoided = ({ voided_at }: { readonly voided_at?: string | null | undefined }): boolean =>
  voided_at !== null && voided_at !== undefined && voided_at !== ''

/** Reads a part of a payment or credit that settles a bill. Only with its bill is its currency known. */
export function readAllocation(
  allocation: ClioAllocation,
  url: string,
  bill: ClioBill | null = null,
): RemotePayment {
  const invoiceId = bill?.id ?? allocation.bill?.id ?? ''
  const currency = bill ? currencyOf(bill) : ''
  const amountMinor = bill ? readAmount(allocation.amount, currency) : 0n
  return {
    kind: 'payment',
    remoteId: allocation.id,
    version: allocation.etag,
    url: invoiceId === '' ? '' : billUrl(url, invoiceId),
    isDeleted: isVoided(allocation),
    customerId: bill?.client?.id ?? allocation.contact?.id ?? '',
    currency,
    totalMinor: amountMinor,
    receivedOn: allocation.date,
    reference: '',
    applied: invoiceId === '' ? [] : [{ invoiceId, amountMinor }],
    enteredAt: allocation.created_at,
    ...(allocation.parent?.type === 'CreditMemo' && { creditMemoId: allocation.parent.id }),
  }
}

const usesOf = ({ allocations }: ClioCreditMemo) => allocations.filter((one) => !isVoided(one))

/** Reads a credit memo with the ids of its uses. */
export function readMemoWithEntries(record: unknown, url: string, currency: string): RemoteCreditMemo {
  const memo = creditMemoShape.parse(record)
  return { ...readCreditMemo(memo, url, currency), entries: usesOf(memo).map(({ id }) => id) }
}

/** Reads a credit memo. Clio states no currency of it, so that it is the firm's. */
export function readCreditMemo(memo: ClioCreditMemo, url: string, currency: string): RemoteCreditMemo {
  const minor = (amount: string) => readAmount(amount, currency)
  const totalMinor = minor(memo.amount)
  const used = usesOf(memo).reduce((sum, { amount }) => sum + minor(amount), 0n)
  return {
    kind: 'credit_memo',
    remoteId: memo.id,
    version: memo.etag,
    url: `${url}/nc/#/contacts/${memo.contact?.id ?? ''}`,
    state: isVoided(memo) ? 'void' : 'open',
    number: `CM-${memo.id}`,
    customerId: memo.contact?.id ?? '',
    currency,
    issuedOn: memo.date,
    reason: cutText(memo.description, 500),
    totalMinor,
    balanceMinor: totalMinor - used,
  }
}
