import { z } from 'zod'
import { outcomeOf } from '../state/instruments.ts'
import type { CardTransaction, KeptCard } from '../state/records.ts'
import type { World } from '../state/world.ts'
import { type Answer, failure, refused, success } from '../wire/answers.ts'
import {
  amount,
  billingAddress,
  creditCard,
  customerId,
  given,
  integrator,
  type Route,
  readCard,
  refuseCode,
  route,
  securityCode,
  transactionId,
} from '../wire/requests.ts'

const keyed = z.strictObject({
  ...integrator,
  ...given,
  ...securityCode,
  amount,
  credit_card: creditCard,
  billing_address: billingAddress.optional(),
})
const byCustomer = z.strictObject({
  ...integrator,
  ...given,
  ...securityCode,
  amount,
  customer_id: customerId,
})

interface Charge {
  readonly type: 'SALE' | 'AUTHORIZATION'
  readonly card: KeptCard
  readonly customerId: string
  readonly name: string
  readonly body: z.output<typeof byCustomer> | z.output<typeof keyed>
}

const chargeKeyed =
  (type: Charge['type']) =>
  ({ world, body }: { world: World; body: z.output<typeof keyed> }): Answer => {
    const card = readCard(world, body.credit_card)
    if (!card.ok) return card.answer
    const refusal = refuseCode(world, body.encrypted_csc)
    const name = body.billing_address?.name ?? ''
    return refusal ?? charge(world, { type, card: card.value, customerId: '', name, body })
  }

const chargeCustomer =
  (type: Charge['type']) =>
  ({ world, body }: { world: World; body: z.output<typeof byCustomer> }): Answer => {
    const profile = world.profiles.get(body.customer_id)
    if (!profile?.card) return refused({ '67': ['Please provide a valid customer ID.'] })
    const refusal = refuseCode(world, body.encrypted_csc)
    return (
      refusal ??
      charge(world, { type, card: profile.card, customerId: profile.customerId, name: profile.name, body })
    )
  }

function charge(world: World, { type, card, customerId, name, body }: Charge): Answer {
  if (/^0+\.00$/.test(body.amount)) return refused({ '58': ['Please provide a valid amount.'] })
  const { code, message } = outcomeOf(card.number)
  const made: CardTransaction = {
    id: world.nextId(),
    type,
    amount: body.amount,
    card,
    customerId,
    name,
    ...factsOf(body),
    approved: code !== 102,
    wrongCode: code === 103,
    approvalCode: code === 102 ? '' : 'TAS123',
    approvalMessage: message,
    createdMs: world.now,
    capturedMs: type === 'SALE' ? world.now : null,
    voided: code === 103,
    original: null,
  }
  world.cards.set(made.id, made)
  const result = {
    transaction_id: made.id,
    approval_code: made.approvalCode,
    approval_message: message,
    avs_response: 'No Match',
    csc_response: code === 103 ? 'No Match' : 'Match',
    external_transaction_id: made.externalId,
    masked_card_number: maskOf(card),
  }
  if (code === 101) return success(101, 'Your transaction was successfully approved.', result)
  const text =
    code === 102 ? 'Your transaction was not approved.' : 'Your transaction was approved and voided.'
  return failure(code, text, undefined, result)
}

export const factsOf = (body: {
  invoice_id?: string | undefined
  external_transaction_id?: string | undefined
  description?: string | undefined
}) => ({
  invoiceId: body.invoice_id ?? '',
  externalId: body.external_transaction_id ?? '',
  description: body.description ?? '',
})

export const maskOf = ({ number }: KeptCard): string => `xxxxxxxxxxxx${number.slice(-4)}`

function capture(world: World, id: number, taken: string | undefined): Answer {
  const found = world.cards.get(id)
  const isOpen =
    found?.type === 'AUTHORIZATION' && found.approved && !found.voided && found.capturedMs === null
  if (!isOpen || Number(taken ?? found.amount) > Number(found.amount))
    return failure(113, 'The transaction could not be captured.', {
      '817': ['Could not capture: the authorization is not open.'],
    })
  found.amount = taken ?? found.amount
  found.capturedMs = world.now
  return success(112, 'Your transaction was successfully captured.', { transaction_id: id })
}

function voidTransaction(world: World, id: number): Answer {
  const found = world.cards.get(id)
  if (!found?.approved || found.voided || world.isSettled(found))
    return failure(110, 'The transaction could not be voided.', {
      '816': ['Could not void: the transaction is settled or voided.'],
    })
  found.voided = true
  return success(109, 'Your transaction was successfully voided.', { transaction_id: id })
}

const refundBody = z.strictObject({
  ...integrator,
  ...given,
  transaction_id: transactionId,
  amount: amount.optional(),
})

function refund(world: World, body: z.output<typeof refundBody>): Answer {
  const sale = world.cards.get(body.transaction_id)
  if (!sale?.approved || sale.type === 'REFUND')
    return refused({ '788': ['Please provide a valid transaction ID.'] })
  if (!world.isSettled(sale))
    return failure(107, 'Your refund was not processed.', { '811': ['The transaction is not settled yet.'] })
  const wanted = cents(body.amount ?? sale.amount)
  const given = world.refundsOf(sale.id).reduce((sum, one) => sum + cents(one.amount), 0)
  if (given + wanted > cents(sale.amount))
    return failure(107, 'Your refund was not processed.', { '812': ['The refund exceeds the transaction.'] })
  const made = addRefund(world, sale, body.amount ?? sale.amount, factsOf(body))
  return success(106, 'Your transaction was successfully refunded.', {
    transaction_id: made.id,
    external_transaction_id: made.externalId,
  })
}

export function addRefund(
  world: World,
  sale: CardTransaction,
  amount: string,
  facts: ReturnType<typeof factsOf>,
): CardTransaction {
  const made: CardTransaction = {
    ...sale,
    ...facts,
    id: world.nextId(),
    type: 'REFUND',
    amount,
    approvalCode: '',
    approvalMessage: '',
    createdMs: world.now,
    capturedMs: world.now,
    original: sale.id,
  }
  world.cards.set(made.id, made)
  return made
}

/** Whole cents of an amount on the wire. */
export const cents = (text: string): number => Number(text.replace('.', ''))

export const cardRoutes: Route[] = [
  route('/v1/transactions/sale/keyed', keyed, chargeKeyed('SALE')),
  route('/v1/transactions/sale/by_customer', byCustomer, chargeCustomer('SALE')),
  route('/v1/transactions/authorization/keyed', keyed, chargeKeyed('AUTHORIZATION')),
  route('/v1/transactions/authorization/by_customer', byCustomer, chargeCustomer('AUTHORIZATION')),
  route(
    '/v1/transactions/authorization/capture',
    z.strictObject({ ...integrator, transaction_id: transactionId, amount: amount.optional() }),
    ({ world, body }) => capture(world, body.transaction_id, body.amount),
  ),
  route(
    '/v1/transactions/void',
    z.strictObject({ ...integrator, transaction_id: transactionId }),
    ({ world, body }) => voidTransaction(world, body.transaction_id),
  ),
  route('/v1/transactions/refund/for_transaction', refundBody, ({ world, body }) => refund(world, body)),
]
