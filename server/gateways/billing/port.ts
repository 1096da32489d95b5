import type { PlanName } from '../../../domain/accounts/plans.ts'
import type { SubscriptionStatus } from '../../../domain/accounts/subscription.ts'

/*
 * Sells Quittance's own plans. The provider holds the card and the subscription; the product keeps a copy, which it
 * replaces by a fresh read whenever something happened. So an event says only that it is time to look.
 */

export type BillingOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: BillingError }

export interface BillingError {
  /**
   * declined: the card was refused, and nothing changed. unavailable: no answer; a change may have happened.
   * refused: the provider does not do this in the present state. not_found: it knows no such object.
   */
  readonly kind: 'declined' | 'unavailable' | 'refused' | 'not_found'
  /** For the log. */
  readonly code: string
  /** For the person who asked. */
  readonly userMessage?: string
}

export interface BillingCard {
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
}

/** A subscription as the provider has it. Instants are epoch ms. */
export interface SubscriptionFacts {
  readonly ref: string
  readonly customerRef: string
  readonly plan: PlanName
  readonly status: SubscriptionStatus
  readonly startedAtMs: number
  readonly trialEndsAtMs: number | null
  /** End of what is paid for, when the next month is charged. */
  readonly periodEndsAtMs: number
  /** It ends with the period and is not renewed. */
  readonly endsWithPeriod: boolean
  readonly canceledAtMs: number | null
  readonly email: string
  readonly card: BillingCard | null
  /** An invoice that a charge could not pay; its amount in minor units. */
  readonly unpaid: { readonly ref: string; readonly amountMinor: bigint } | null
}

/** An invoice from Quittance to the account. */
export interface BillingInvoice {
  readonly ref: string
  readonly number: string
  readonly status: 'open' | 'paid' | 'uncollectible' | 'void'
  readonly description: string
  /** Minor units, tax included; less than zero is a credit for the next invoice. */
  readonly amountMinor: bigint
  /** The part of the amount that an earlier credit covered. */
  readonly creditMinor: bigint
  /** The part of the amount that is tax. */
  readonly taxMinor: bigint
  readonly currency: string
  readonly issuedAtMs: number
  readonly paidAtMs: number | null
  /** Time for which is paid; null when the invoice names none. */
  readonly period: { readonly startMs: number; readonly endMs: number } | null
  /** Charges before tax. */
  readonly lines: readonly { readonly description: string; readonly amountMinor: bigint }[]
  /** The provider's page of the invoice; null without one. */
  readonly url: string | null
}

/** Cost of a change of plan at the instant `atMs`. */
export interface ChangePreview {
  /** Charged now. */
  readonly dueMinor: bigint
  /** Kept for the next invoices, when the change costs less than what was paid. */
  readonly creditMinor: bigint
  readonly nextMinor: bigint
  readonly nextAtMs: number
}

export interface CheckoutRequest {
  readonly accountId: string
  readonly customerRef: string
  readonly plan: PlanName
  /** The trial that is left; null charges at once. */
  readonly trialEndsAtMs: number | null
  readonly returnUrl: string
  readonly cancelUrl: string
}

export interface PlanChange {
  readonly subscriptionRef: string
  readonly plan: PlanName
  /** Instant of the preview, for which the cost was shown. */
  readonly atMs: number
}

/** A verified notification: which customer's subscription to read again; null concerns none. */
export interface BillingEvent {
  readonly customerRef: string | null
  readonly accountId: string | null
}

export interface BillingProvider {
  readonly id: 'sandbox' | 'stripe'
  readonly name: string
  /** False where no money moves. */
  readonly live: boolean
  /** Creates the customer of an account. The same key returns the same one. */
  createCustomer(
    account: { accountId: string; name: string; email: string },
    key: string,
  ): Promise<BillingOutcome<string>>
  /** Returns a page on which a person enters the card and begins the subscription. */
  checkout(request: CheckoutRequest, key: string): Promise<BillingOutcome<{ url: string }>>
  /** Returns a page on which a person changes the card and reads invoices. */
  portal(
    customer: { accountId: string; customerRef: string; returnUrl: string },
    key: string,
  ): Promise<BillingOutcome<{ url: string }>>
  /** Reads the customer's latest subscription; null before the first. */
  read(customer: {
    accountId: string
    customerRef: string
  }): Promise<BillingOutcome<SubscriptionFacts | null>>
  listInvoices(customer: {
    accountId: string
    customerRef: string
  }): Promise<BillingOutcome<readonly BillingInvoice[]>>
  preview(accountId: string, change: PlanChange): Promise<BillingOutcome<ChangePreview>>
  change(accountId: string, change: PlanChange, key: string): Promise<BillingOutcome<null>>
  /** Sets whether the subscription ends with the paid period. */
  setEnding(
    accountId: string,
    subscriptionRef: string,
    ends: boolean,
    key: string,
  ): Promise<BillingOutcome<null>>
  /** Charges the card on file for an invoice that was not paid. */
  payInvoice(accountId: string, invoiceRef: string, key: string): Promise<BillingOutcome<null>>
  /** Null when the signature is wrong. */
  readEvent(request: {
    headers: Readonly<Record<string, string>>
    body: Buffer
    receivedAtMs: number
  }): BillingEvent | null
  /** The built-in provider's own pages: enters a test card. Absent elsewhere. */
  readonly enterCard?: (
    accountId: string,
    given: { customerRef: string; number: string; plan: PlanName | null; trialEndsAtMs: number | null },
  ) => Promise<BillingOutcome<null>>
}

export const billed = <T>(value: T): BillingOutcome<T> => ({ ok: true, value })
export const unbilled = (error: BillingError): BillingOutcome<never> => ({ ok: false, error })
