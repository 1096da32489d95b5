import type { RemoteKind, RemoteRecord } from '../records.ts'

/** Records as they are stored: amounts are whole numbers of minor units as text. */
export interface StoredCustomer {
  readonly name: string
  readonly companyName: string
  readonly email: string
  readonly phone: string
  readonly addressline1: string
  readonly city: string
  readonly state: string
  readonly postalCode: string
  readonly currency: string
  readonly parent: string | null
  readonly isActive: boolean
  readonly mergedInto: string | null
}

export interface StoredLine {
  readonly description: string
  readonly quantity: string
  readonly unitPrice: string
  readonly net: string
  readonly tax: string
  readonly taxName: string
}

export interface StoredInvoice {
  readonly number: string
  readonly customer: string
  readonly currency: string
  readonly issuedOn: string
  readonly dueOn: string
  readonly notes: string
  readonly lines: readonly StoredLine[]
  readonly total: string
  readonly tax: string
  readonly balance: string
  readonly isVoid: boolean
}

export interface StoredMemo {
  readonly number: string
  readonly customer: string
  readonly currency: string
  readonly issuedOn: string
  readonly reason: string
  readonly total: string
  readonly balance: string
  readonly isVoid: boolean
}

export interface StoredPayment {
  readonly customer: string
  readonly currency: string
  readonly total: string
  readonly receivedOn: string
  readonly reference: string
  readonly note: string
  readonly applied: readonly { readonly invoice: string; readonly amount: string }[]
  readonly credit: { readonly memo: string; readonly amount: string } | null
  /** Income that was paid at once, such as a surcharge; absent for the payment of a customer's invoices. */
  readonly income?: { readonly item: string; readonly text: string }
}

export type StoredRecord = StoredCustomer | StoredInvoice | StoredMemo | StoredPayment

export interface StoredByKind {
  customer: StoredCustomer
  invoice: StoredInvoice
  credit_memo: StoredMemo
  payment: StoredPayment
}

/** A record with its position in the books. */
export interface Row<K extends RemoteKind = RemoteKind> {
  readonly kind: K
  readonly ref: string
  readonly version: number
  readonly isDeleted: boolean
  readonly record: StoredByKind[K]
}

const remote = ({ ref, version }: Row) => ({ remoteId: ref, version: `${version}`, url: '' })

const READERS: { [K in RemoteKind]: (row: Row<K>) => RemoteRecord } = {
  customer: (row) => {
    const { record } = row
    return {
      ...remote(row),
      kind: 'customer',
      isDeleted: row.isDeleted && record.mergedInto === null,
      mergedInto: record.mergedInto,
      name: record.name,
      companyName: record.companyName,
      email: record.email,
      phone: record.phone,
      mobilePhone: '',
      fax: '',
      addressline1: record.addressline1,
      addressline2: '',
      city: record.city,
      state: record.state,
      postalCode: record.postalCode,
      country: 'US',
      currency: record.currency,
      parentId: record.parent,
      isActive: record.isActive,
    }
  },
  invoice: (row) => {
    const { record } = row
    return {
      ...remote(row),
      kind: 'invoice',
      state: stateOf(row.isDeleted, record.isVoid),
      number: record.number,
      customerId: record.customer,
      currency: record.currency,
      issuedOn: record.issuedOn,
      dueOn: record.dueOn,
      notes: record.notes,
      lines: record.lines.map((line) => ({
        description: line.description,
        detail: '',
        quantity: BigInt(line.quantity),
        unitPriceMinor: BigInt(line.unitPrice),
        netMinor: BigInt(line.net),
        taxMinor: BigInt(line.tax),
        taxName: line.taxName,
      })),
      totalMinor: BigInt(record.total),
      taxMinor: BigInt(record.tax),
      balanceMinor: BigInt(record.balance),
    }
  },
  credit_memo: (row) => {
    const { record } = row
    return {
      ...remote(row),
      kind: 'credit_memo',
      state: stateOf(row.isDeleted, record.isVoid),
      number: record.number,
      customerId: record.customer,
      currency: record.currency,
      issuedOn: record.issuedOn,
      reason: record.reason,
      totalMinor: BigInt(record.total),
      balanceMinor: BigInt(record.balance),
    }
  },
  payment: (row) => {
    const { record } = row
    return {
      ...remote(row),
      kind: 'payment',
      isDeleted: row.isDeleted,
      customerId: record.customer,
      currency: record.currency,
      totalMinor: BigInt(record.total),
      receivedOn: record.receivedOn,
      reference: record.reference,
      applied: record.applied.map(({ invoice, amount }) => ({
        invoiceId: invoice,
        amountMinor: BigInt(amount),
      })),
    }
  },
}

const stateOf = (isDeleted: boolean, isVoid: boolean) =>
  isDeleted ? ('deleted' as const) : isVoid ? ('void' as const) : ('open' as const)

export const toRemote = (row: Row): RemoteRecord => (READERS[row.kind] as (row: Row) => RemoteRecord)(row)
