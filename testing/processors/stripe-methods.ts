type Fields = Readonly<Record<string, string>>

/** Makes typed details into a payment method, as Stripe's script does in the browser. Returns its id. */
export async function createStripeMethod(origin: string, key: string, fields: Fields): Promise<string> {
  const body = new URLSearchParams({ key, ...fields })
  const reply = await fetch(`${origin}/v1/payment_methods`, { method: 'POST', body })
  return ((await reply.json()) as { id: string }).id
}

export const stripeCard = (number: string): Fields => ({
  type: 'card',
  'card[number]': number,
  'card[exp_month]': '12',
  'card[exp_year]': '2030',
  'card[cvc]': '123',
})

/** `isVerified`: the payer has signed in at the bank, so that no micro-deposits are needed. */
export const stripeBankAccount = (accountNumber: string, isVerified = true): Fields => ({
  type: 'us_bank_account',
  'us_bank_account[account_number]': accountNumber,
  'us_bank_account[routing_number]': '110000000',
  'us_bank_account[account_holder_type]': 'individual',
  'billing_details[name]': 'Ada Lovelace',
  ...(isVerified && { 'us_bank_account[financial_connections_account]': 'fca_simulated' }),
})
