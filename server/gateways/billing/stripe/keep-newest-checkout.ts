import type Stripe from 'stripe'

type Session = Stripe.Checkout.Session

/**
 * Expires all open checkouts of a customer but the newest and returns that one, so that two pages of the same company can't begin
 * two subscriptions. `made`: the checkout that was just created. When a page was completed meanwhile, its subscription has begun:
 * every other one is expired, and Stripe's refusal is thrown.
 */
export async function keepNewestCheckout(client: Stripe, made: Session): Promise<Session> {
  const { sessions } = client.checkout
  const customer = typeof made.customer === 'string' ? made.customer : made.customer?.id
  if (customer === undefined) return made
  const { data: open } = await sessions.list({ customer, status: 'open', limit: 100 })
  const newest = open.reduce((best, one) => (isNewer(one, best) ? one : best), made)
  let refused: unknown
  for (const { id } of [made, ...open.filter((one) => one.id !== made.id)])
    if (id !== newest.id) refused = (await expire(client, id)) ?? refused
  if (refused === undefined) return newest
  await expire(client, newest.id)
  throw refused
}

const isNewer = (one: Session, than: Session): boolean =>
  one.created === than.created ? one.id > than.id : one.created > than.created

/** Returns Stripe's refusal; undefined when the session is expired now. */
async function expire(client: Stripe, id: string): Promise<unknown> {
  try {
    await client.checkout.sessions.expire(id)
    return undefined
  } catch (error) {
    const { status } = await client.checkout.sessions.retrieve(id)
    return status === 'expired' ? undefined : error
  }
}
