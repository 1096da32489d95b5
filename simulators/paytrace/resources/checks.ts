import { z } from 'zod'
import { isRoutingNumber } from '../state/instruments.ts'
import type { CheckTransaction, KeptBankAccount } from '../state/records.ts'
import type { World } from '../state/world.ts'
import { type Answer, failure, refused, success } from '../wire/answers.ts'
import {
  amount,
  billingAddress,
  check,
  customerId,
  given,
  integrator,
  type Route,
  route,
  transactionId,
} from '../wire/requests.ts'
import { factsOf } from './card-transactions.ts'

const byAccount = z.strictObject({
  ...integrator,
  ...given,
  amount,
  check,
  billing_address: billingAddress.optional(),
})
const byCustomer = z.strictObject({ ...integrator, ...given, amount, customer_id: customerId })
const refundBody = z.strictObject({
  ...integrator,
  ...given,
  check_transaction_id: transactionId,
  amount: amount.optional(),
})

function add(world: World, made: Omit<CheckTransaction, 'id' | 'createdMs' | 'voided'>): CheckTransaction {
  const added = { ...made, id: world.nextId(), createdMs: world.now, voided: false }
  world.checks.set(added.id, added)
  return added
}

function sell(
  world: World,
  bank: KeptBankAccount,
  customerId: string,
  name: string,
  body: z.output<typeof byCustomer> | z.output<typeof byAccount>,
): Answer {
  const { id } = add(world, {
    type: 'Sale',
    amount: body.amount,
    bank,
    customerId,
    name,
    ...factsOf(body),
    original: null,
  })
  return success(120, 'Your check was successfully processed.', {
    check_transaction_id: id,
    ach_processor_id: 0,
  })
}

function refund(world: World, body: z.output<typeof refundBody>): Answer {
  const sale = world.checks.get(body.check_transaction_id)
  if (!sale || sale.type === 'Refund')
    return refused({ '788': ['Please provide a valid check transaction ID.'] })
  if (world.checkStatus(sale) !== 'SETTLED')
    return failure(125, 'Your check was not processed.', { '811': ['The check is not settled yet.'] })
  const { id } = add(world, {
    ...sale,
    type: 'Refund',
    amount: body.amount ?? sale.amount,
    ...factsOf(body),
    original: sale.id,
  })
  return success(122, 'Your check was successfully refunded.', { check_transaction_id: id })
}

function voidCheck(world: World, id: number): Answer {
  const found = world.checks.get(id)
  if (!found || world.checkStatus(found) !== 'ACCEPTED')
    return failure(125, 'Your check was not managed.', { '816': ['The check can no longer be voided.'] })
  found.voided = true
  return success(124, 'Your check was successfully managed.', { check_transaction_id: id })
}

export const checkRoutes: Route[] = [
  route('/v1/checks/sale/by_account', byAccount, ({ world, body }) => {
    const { routing_number: routingNumber, account_number: accountNumber } = body.check
    if (!isRoutingNumber(routingNumber)) return refused({ '83': ['Please provide a valid routing number.'] })
    return sell(world, { routingNumber, accountNumber }, '', body.billing_address?.name ?? '', body)
  }),
  route('/v1/checks/sale/by_customer', byCustomer, ({ world, body }) => {
    const profile = world.profiles.get(body.customer_id)
    if (!profile?.bank) return refused({ '67': ['Please provide a valid customer ID.'] })
    return sell(world, profile.bank, profile.customerId, profile.name, body)
  }),
  route('/v1/checks/refund/by_transaction', refundBody, ({ world, body }) => refund(world, body)),
  route(
    '/v1/checks/manage/void',
    z.strictObject({ ...integrator, check_transaction_id: transactionId }),
    ({ world, body }) => voidCheck(world, body.check_transaction_id),
  ),
]
