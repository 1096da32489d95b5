import { DASHBOARD_ACTIONS, type DashboardAction, type DashboardCommand } from '../commands.ts'
import type { Books, Payment } from '../model/books.ts'
import { happens } from '../model/desk.ts'
import type { DeskOperation } from '../model/operations.ts'
import { isECheck } from '../model/processor.ts'
import { all, newRequest, pick, type Requests } from './choosing.ts'

/** On a charge to which something can happen: what is wished for, or else what can. */
export function deskOf(books: Books, requests: Requests, command: DashboardCommand): DeskOperation | null {
  const { permille } = command
  const known = all(books.payments).filter((one) => one.charge !== null && one.chargeRef !== null)
  const payment = pick(
    known.filter((one) => deedsOn(one).length > 0),
    command.payment,
  )
  if (!payment) return null
  const possible = deedsOn(payment)
  const deed = possible.includes(command.action) ? command.action : pick(possible, permille)!
  const { captured, refunded } = payment.charge!
  const rest = captured - refunded
  const part = (rest * BigInt(permille)) / 1000n
  const amount = deed === 'part' && part > 0n ? part : rest
  // The Sandbox's own page gives back the rest, and always tells of it.
  const told = deed !== 'part' || command.notifies
  const request = newRequest(requests)
  return { op: 'desk', request, payment: payment.key, deed, amount, told }
}

const deedsOn = ({ method, charge }: Payment): DashboardAction[] =>
  method === 'manual' || charge === null
    ? []
    : DASHBOARD_ACTIONS.filter((deed) => happens(charge, isECheck(method), deed))
