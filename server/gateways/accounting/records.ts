/** Kinds of records that are read from a platform, in the order of a full reading. */
export type RemoteKind = 'customer' | 'invoice' | 'credit_memo' | 'payment'

interface Remote {
  readonly remoteId: string
  readonly version: string
  /** Address in the platform's own pages; empty where it has none. */
  readonly url: string
}

export interface RemoteCustomer extends Remote {
  readonly kind: 'customer'
  readonly isDeleted: boolean
  /** The customer that it was merged into. */
  readonly mergedInto: string | null
  readonly name: string
  readonly companyName: string
  readonly email: string
  readonly phone: string
  readonly mobilePhone: string
  readonly fax: string
  readonly addressline1: string
  readonly addressline2: string
  readonly city: string
  readonly state: string
  readonly postalCode: string
  readonly country: string
  readonly currency: string
  /** Absent at a platform that has no parents, where they are Quittance’s own. */
  readonly parentId?: string | null
  readonly isActive: boolean
}

/** A line as the platform states it: nothing is computed again. */
export interface RemoteLine {
  readonly description: string
  readonly detail: string
  /** Ten-thousandths. */
  readonly quantity: bigint
  readonly unitPriceMinor: bigint
  readonly netMinor: bigint
  readonly taxMinor: bigint
  readonly taxName: string
}

export interface RemoteInvoice extends Remote {
  readonly kind: 'invoice'
  readonly state: 'open' | 'void' | 'deleted'
  readonly number: string
  readonly customerId: string
  readonly currency: string
  readonly issuedOn: string
  readonly dueOn: string
  readonly notes: string
  readonly lines: readonly RemoteLine[]
  readonly totalMinor: bigint
  readonly taxMinor: bigint
  readonly balanceMinor: bigint
  /** All that settled it there, of the same moment as its balance. Only from a platform where payments are entered by hand. */
  readonly payments?: readonly RemotePayment[]
}

export interface RemoteCreditMemo extends Remote {
  readonly kind: 'credit_memo'
  readonly state: 'open' | 'void' | 'deleted'
  readonly number: string
  readonly customerId: string
  readonly currency: string
  readonly issuedOn: string
  readonly reason: string
  readonly totalMinor: bigint
  readonly balanceMinor: bigint
  /** Present for money that was received there and settles no invoice yet: a payment, a prepayment or an overpayment. */
  readonly received?: ReceivedCredit
  /** Ids of its uses there, of the same moment. Present in a memo that is read by its id where people enter uses by hand. */
  readonly entries?: readonly string[]
}

export interface ReceivedCredit {
  readonly kind: 'Payment' | 'Prepayment' | 'Overpayment'
  /** The reference of the payment there, by which our own are recognized. */
  readonly reference: string
  /** Uses for invoices there, where its payment doesn't list them itself. */
  readonly uses?: readonly Use[]
}

/** An amount that settles an invoice of the platform. */
export interface Use {
  readonly invoiceId: string
  readonly amountMinor: bigint
}

export interface RemotePayment extends Remote {
  readonly kind: 'payment'
  readonly isDeleted: boolean
  readonly customerId: string
  readonly currency: string
  readonly totalMinor: bigint
  readonly receivedOn: string
  readonly reference: string
  readonly applied: readonly Use[]
  /** ISO instant at which it was entered there, where the platform reports it. */
  readonly enteredAt?: string
  /** The memo whose use it is. */
  readonly creditMemoId?: string
}

export type RemoteRecord = RemoteCustomer | RemoteInvoice | RemoteCreditMemo | RemotePayment
