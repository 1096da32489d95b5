import { t } from '../../../ui/language/text.ts'

/** A card or a bank account as QuickBooks Payments takes it. */
export type Instrument =
  | { readonly card: Readonly<Record<string, string | Readonly<Record<string, string>>>> }
  | { readonly bankAccount: Readonly<Record<string, string>> }

/**
 * Sends a card or a bank account to QuickBooks Payments and returns the token that pays once. The numbers go to no other address.
 * Throws an error whose message the payer reads.
 */
export async function makeToken(address: string, instrument: Instrument): Promise<string> {
  let reply: Response
  let read: unknown
  try {
    reply = await fetch(address, {
      method: 'POST',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'request-id': crypto.randomUUID(),
      },
      body: JSON.stringify(instrument),
    })
    read = await reply.json()
  } catch {
    throw new Error(t('The payment processor couldn’t be reached, so nothing was charged. Please try again.'))
  }
  const { value } = (read ?? {}) as { value?: unknown }
  if (reply.ok && typeof value === 'string') return value
  if (reply.status >= 500 || reply.status === 429)
    throw new Error(t('The payment processor couldn’t be reached, so nothing was charged. Please try again.'))
  throw new Error(
    'card' in instrument ? t('Check the card’s details.') : t('Check the bank account’s details.'),
  )
}
