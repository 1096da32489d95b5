import { type Reply, refused } from './api.ts'
import type { PaymentsWorld } from './world.ts'

interface Typed {
  readonly card?: {
    readonly number: string
    readonly cvc: string
    readonly expMonth: string
    readonly expYear: string
    readonly name: string
  }
  readonly bankAccount?: {
    readonly accountNumber: string
    readonly routingNumber: string
    readonly name: string
  }
}

/** Makes what a browser sends into a token. The call needs no access, and belongs to no company. */
export function makeToken(world: PaymentsWorld, { card, bankAccount }: Typed): Reply {
  if (card) {
    if (!/^\d{13,19}$/.test(card.number) || !isLuhn(card.number)) return wrong('card.number is invalid.')
    return { status: 201, json: { value: world.addToken({ type: 'card', ...card }) } }
  }
  const { accountNumber = '', routingNumber = '', name = '' } = bankAccount ?? {}
  if (!/^\d{4,17}$/.test(accountNumber)) return wrong('bankAccount.accountNumber is invalid.')
  if (!/^\d{9}$/.test(routingNumber)) return wrong('bankAccount.routingNumber is invalid.')
  const account = { type: 'bank', number: accountNumber, cvc: '', expMonth: '', expYear: '', name } as const
  return { status: 201, json: { value: world.addToken(account) } }
}

const wrong = (message: string): Reply => refused(400, 'PMT-4000', 'invalid_request', message)

function isLuhn(number: string): boolean {
  let sum = 0
  for (const [index, digit] of [...number].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
