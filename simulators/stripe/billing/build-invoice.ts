import { newId } from '../state/ids.ts'
import type { World } from '../state/world.ts'
import type { Invoice, Subscription } from './billing-types.ts'

export interface InvoiceLine {
  readonly description: string
  readonly amount: number
}

const line = (world: World, subscription: Subscription, { description, amount }: InvoiceLine) => ({
  id: newId('il'),
  object: 'line_item',
  amount,
  currency: 'usd',
  description,
  discount_amounts: [],
  discountable: true,
  discounts: [],
  invoice: null,
  livemode: false,
  metadata: {},
  parent: null,
  period: { start: world.now, end: subscription.items.data[0].current_period_end },
  pretax_credit_amounts: [],
  pricing: null,
  quantity: 1,
  quantity_decimal: null,
  subscription: subscription.id,
  subtotal: amount,
  taxes: [],
})

/** Builds an invoice of a subscription. What the customer's credit covers is not due; a negative total adds to it. */
export function buildInvoice(
  world: World,
  subscription: Subscription,
  { lines, credit, number }: { lines: readonly InvoiceLine[]; credit: number; number: number },
): Invoice {
  const id = newId('in')
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  const due = Math.max(0, total - credit)
  return {
    id,
    object: 'invoice',
    ...EMPTY,
    amount_due: due,
    amount_paid: 0,
    amount_remaining: due,
    attempt_count: 0,
    created: world.now,
    customer: subscription.customer,
    effective_at: world.now,
    hosted_invoice_url: `${world.origin}/hosted-invoice/${id}`,
    invoice_pdf: `${world.origin}/hosted-invoice/${id}`,
    lines: {
      object: 'list',
      data: lines.map((one) => line(world, subscription, one)),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    number: `QUIT-${String(number).padStart(4, '0')}`,
    parent: {
      quote_details: null,
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    } as Invoice['parent'],
    period_end: world.now,
    period_start: world.now,
    starting_balance: credit === 0 ? 0 : -credit,
    status: 'open',
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  }
}

const EMPTY = {
  account_country: 'US',
  account_name: 'Quittance',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_shipping: 0,
  application: null,
  attempted: true,
  auto_advance: true,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  automatically_finalizes_at: null,
  billing_reason: 'subscription_cycle',
  collection_method: 'charge_automatically',
  currency: 'usd',
  custom_fields: null,
  customer_account: null,
  customer_address: null,
  customer_email: null,
  customer_name: null,
  customer_phone: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  customer_tax_ids: [],
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  ending_balance: 0,
  footer: null,
  from_invoice: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  metadata: {},
  next_payment_attempt: null,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  test_clock: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
}
