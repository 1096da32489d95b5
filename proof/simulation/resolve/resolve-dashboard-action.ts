import { DASHBOARD_ACTIONS, type DashboardAction, type DashboardCommand } from '../commands.ts'
import type { Books, Payment } from '../model/books.ts'
import type { DashboardOperation } from '../model/operations.ts'
import { isECheck } from '../model/processor/processor.ts'
import { canPerform } from '../model/processor/processor-dashboard.ts'
import { newRequest, pick, type Requests, valuesOf } from './selection.ts'

/**
 * Chooses a charge on which an action is possible, and performs the requested action or another possible one.
 */
export function resolveDashboardAction(
  books: Books,
  requests: Requests,
  command: DashboardCommand,
): DashboardOperation | null {
  const { permille } = command
  const known = valuesOf(books.payments).filter((one) => one.charge !== null && one.chargeRef !== null)
  const payment = pick(
    known.filter((one) => possibleActions(one).length > 0),
    command.payment,
  )
  if (!payment) return null
  const possible = possibleActions(payment)
  const action = possible.includes(command.action) ? command.action : pick(possible, permille)!
  const { captured, refunded } = payment.charge!
  const rest = captured - refunded
  const part = (rest * BigInt(permille)) / 1000n
  const amount = action === 'part' && part > 0n ? part : rest
  // The Sandbox's page refunds the rest and always sends an event.
  const notifies = action !== 'part' || command.notifies
  const request = newRequest(requests)
  return { op: 'dashboard', request, payment: payment.key, action, amount, notifies }
}

const possibleActions = ({ method, charge }: Payment): DashboardAction[] =>
  method === 'manual' || charge === null
    ? []
    : DASHBOARD_ACTIONS.filter((action) => canPerform(charge, isECheck(method), action))
