import { type Reply, refused } from './api.ts'
import { newId, type World } from './world.ts'

interface Typed {
  readonly type: 'card' | 'bank'
  readonly number: string
  readonly routing_number?: string
  readonly exp_month?: number
  readonly exp_year?: number
}

/** Makes what was typed into hosted fields into a token of the firm whose public key the script has. */
export function makeToken(world: World, authorization: string, typed: Typed): Reply {
  const [key] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':')
  const firm = [...world.firms.values()].find(({ publicKey }) => publicKey === key)
  if (!firm) return refused('not_authorized', 401)
  const number = typed.number.replaceAll(/\D/g, '')
  if (typed.type === 'card' && !(number.length >= 13 && isLuhn(number))) return refused('card_number_invalid')
  if (typed.type === 'bank' && (number.length < 4 || !/^\d{9}$/.test(typed.routing_number ?? '')))
    return refused('bank_account_invalid')
  const token = {
    id: newId('token'),
    type: typed.type,
    number,
    expMonth: typed.exp_month ?? null,
    expYear: typed.exp_year ?? null,
    firmId: firm.id,
  }
  world.tokens.set(token.id, token)
  return { status: 200, json: { id: token.id } }
}

function isLuhn(number: string): boolean {
  let sum = 0
  for (const [index, digit] of [...number].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
