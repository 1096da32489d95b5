import { constants, privateDecrypt } from 'node:crypto'
import { z } from 'zod'
import { isCardNumber } from '../state/instruments.ts'
import type { KeptCard } from '../state/records.ts'
import type { World } from '../state/world.ts'
import { type Answer, refused } from './answers.ts'

/** A call that is authenticated and has the shape of its route. */
export interface Call<Body> {
  readonly world: World
  readonly body: Body
}

/** One call of the API. `shape` is checked strictly: another field than the known ones is a violation. */
export interface Route {
  readonly path: string
  readonly shape: z.ZodType
  answer(call: Call<never>): Answer
}

export const route = <Body>(
  path: string,
  shape: z.ZodType<Body>,
  answer: (call: Call<Body>) => Answer,
): Route => ({ path, shape, answer: answer as Route['answer'] })

const text = (most: number) => z.string().min(1).max(most)
export const amount = z.string().regex(/^\d{1,10}\.\d{2}$/)
/** Two keys of 2048 or 4096 bits give values of these lengths. */
const encrypted = z
  .string()
  .regex(/^[A-Za-z0-9+/]+=*$/)
  .refine((value) => value.length === 344 || value.length === 684, 'not encrypted by RSA')
const month = z.string().regex(/^(0[1-9]|1[0-2])$/)
const year = z.string().regex(/^20\d\d$/)

export const integrator = { integrator_id: text(12) }
/** Values that a transaction is found by. */
export const given = {
  invoice_id: text(50).optional(),
  external_transaction_id: text(50).optional(),
  description: text(255).optional(),
}
export const creditCard = z.strictObject({
  encrypted_number: encrypted,
  expiration_month: month,
  expiration_year: year,
})
export const securityCode = { encrypted_csc: encrypted.optional() }
export const billingAddress = z.strictObject({
  name: text(50).optional(),
  street_address: text(255).optional(),
  city: text(255).optional(),
  state: text(2).optional(),
  zip: text(9).optional(),
})
export const check = z.strictObject({ account_number: text(20), routing_number: text(9) })
export const customerId = z.string().regex(/^[\w-]{1,25}$/)
export const date = z.string().regex(/^\d\d\/\d\d\/\d{4}$/)
export const transactionId = z.number().int().positive()

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly answer: Answer }

/** Decrypts a card's number as PayTrace does: the merchant never had it. */
export function readCard(world: World, card: z.output<typeof creditCard>): Read<KeptCard> {
  const number = decrypt(world, card.encrypted_number)
  if (number === null || !isCardNumber(number))
    return { ok: false, answer: refused({ '35': ['Please provide a valid credit card number.'] }) }
  const { expiration_month: month, expiration_year: year } = card
  const ends = Date.UTC(Number(year), Number(month), 1)
  if (ends <= world.now)
    return { ok: false, answer: refused({ '43': ['Please provide a valid expiration month.'] }) }
  return { ok: true, value: { number, month, year } }
}

/** Returns the answer that refuses a security code; null when it can be one. */
export function refuseCode(world: World, code: string | undefined): Answer | null {
  if (code === undefined) return null
  return /^\d{3,4}$/.test(decrypt(world, code) ?? '')
    ? null
    : refused({ '149': ['Please provide a valid CSC.'] })
}

function decrypt({ keys }: World, value: string): string | null {
  try {
    return privateDecrypt(
      { key: keys.privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
      Buffer.from(value, 'base64'),
    ).toString()
  } catch {
    return null
  }
}
