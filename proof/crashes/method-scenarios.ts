import { randomUUID } from 'node:crypto'
import { callUntilAnswered } from './call-api.ts'
import { card } from './payment-scenarios.ts'
import { createCustomer, openPortal } from './portal-scenarios.ts'
import { type ScenarioContext, unexpectedReply } from './staff-calls.ts'

interface Method {
  readonly id: string
  readonly auto_payments: boolean
}

/** A customer stores a card without paying, then replaces it with another that pays automatically. */
export async function storeMethods(context: ScenarioContext): Promise<void> {
  const customer = await createCustomer(context)
  if (customer === null) return
  const portal = await openPortal(context, customer)
  if (portal === null) return
  const call = <Content>(method: 'GET' | 'POST', body?: object) =>
    callUntilAnswered<Content>(context.origin, { method, path: '/api/payment-methods/', ...portal, body })
  const add = async (number: string, more: object): Promise<void> => {
    const { amount: _, ...values } = card({ amount: '1.00', number })
    const request_id = `crash-${randomUUID()}`
    const reply = await call<Method>('POST', { option: 'sandbox-card', values, request_id, ...more })
    if (reply.status >= 300) throw unexpectedReply('store a method', reply)
  }
  const stored = async (): Promise<Method> => {
    const { body } = await call<Method[]>('GET')
    if (body.length !== 1) throw new Error(`${body.length} methods are stored instead of one.`)
    return body[0]!
  }
  await add('4242424242424242', {})
  const first = await stored()
  await add('5555555555554444', { enable_auto_payments: true, replaces: first.id })
  const second = await stored()
  if (second.id === first.id || !second.auto_payments) throw new Error('The method was not replaced.')
}
