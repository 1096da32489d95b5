import { z } from 'zod'
import { isRoutingNumber } from '../state/instruments.ts'
import { refused, success } from '../wire/answers.ts'
import {
  billingAddress,
  check,
  creditCard,
  customerId,
  integrator,
  type Route,
  readCard,
  route,
} from '../wire/requests.ts'
import { maskOf } from './card-transactions.ts'

const profile = z
  .strictObject({
    ...integrator,
    customer_id: customerId,
    credit_card: creditCard.optional(),
    check: check.optional(),
    billing_address: billingAddress,
    email: z.email().optional(),
  })
  .refine(
    (body) => (body.credit_card === undefined) !== (body.check === undefined),
    'a card or a bank account',
  )

export const customerRoutes: Route[] = [
  route('/v1/customer/create', profile, ({ world, body }) => {
    const { customer_id: id, billing_address: address } = body
    if (world.profiles.has(id)) return refused({ '171': ['The customer ID is already in use.'] })
    const name = address.name ?? ''
    if (body.credit_card) {
      const card = readCard(world, body.credit_card)
      if (!card.ok) return card.answer
      world.profiles.set(id, { customerId: id, name, card: card.value, bank: null })
      const profile = { customer_id: id, masked_card_number: maskOf(card.value) }
      return success(160, `The customer profile for ${id} was successfully created.`, profile)
    }
    const { routing_number: routingNumber, account_number: accountNumber } = body.check!
    if (!isRoutingNumber(routingNumber)) return refused({ '83': ['Please provide a valid routing number.'] })
    world.profiles.set(id, { customerId: id, name, card: null, bank: { routingNumber, accountNumber } })
    return success(160, `The customer profile for ${id} was successfully created.`, { customer_id: id })
  }),
  route(
    '/v1/customer/delete',
    z.strictObject({ ...integrator, customer_id: customerId }),
    ({ world, body }) =>
      world.profiles.delete(body.customer_id)
        ? success(162, 'The customer profile was successfully deleted.', { customer_id: body.customer_id })
        : refused({ '67': ['Please provide a valid customer ID.'] }),
  ),
]
