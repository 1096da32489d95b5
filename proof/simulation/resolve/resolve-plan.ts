import type { Command, PayInstallmentCommand, ProposeCommand } from '../commands.ts'
import type { Books, Invoice } from '../model/books.ts'
import { addDays, losesResponse, min, multiplyPpm, payable, remaining, today } from '../model/figures.ts'
import type { PayOperation } from '../model/operations.ts'
import { payerKey, reservedByChallenges } from '../model/payments.ts'
import { isLive, livePlanOf, payableOfInstallment, sharesOf } from '../model/plans/installments.ts'
import { owedOn } from '../model/plans/payment-plans.ts'
import { isSurcharged } from '../model/processor/processor.ts'
import { resolvePayAll } from './resolve-pay-all.ts'
import { choose, newRequest, type Requests, type Resolved, resolveAmount, valuesOf } from './selection.ts'

const KINDS = ['payAll', 'proposePlan', 'confirmPlan', 'cancelPlan', 'payInstallment'] as const
type PlanCommand = Extract<Command, { kind: (typeof KINDS)[number] }>

export const isPlanCommand = (command: Command): command is PlanCommand =>
  KINDS.some((kind) => kind === command.kind)

/** Resolves payments of several invoices, and commands about payment plans. */
export function resolvePlan(books: Books, requests: Requests, command: PlanCommand): Resolved {
  switch (command.kind) {
    case 'payAll':
      return resolvePayAll(books, requests, command)
    case 'proposePlan':
      return resolvePropose(books, requests, command)
    case 'payInstallment':
      return resolvePayInstallment(books, requests, command)
    case 'confirmPlan': {
      const plan = choose(
        valuesOf(books.plans).filter(({ state, hasLink }) => state === 'proposed' || hasLink),
        ({ state }) => state === 'proposed',
        command.plan,
      )
      if (!plan) return null
      const total = owedOn(books, plan) + (command.stale ? 1n : 0n)
      return { op: 'confirmPlan', plan: plan.key, total, crash: command.crash }
    }
    case 'cancelPlan': {
      const plan = choose(valuesOf(books.plans), isLive, command.plan)
      return plan ? { op: 'cancelPlan', plan: plan.key, crash: command.crash } : null
    }
  }
}

function resolvePropose(books: Books, requests: Requests, command: ProposeCommand): Resolved {
  const isFree = (one: Invoice): boolean =>
    one.state === 'open' && remaining(books, one) > 1n && livePlanOf(books, one.key) === undefined
  const all = valuesOf(books.invoices)
  const first = choose(all, isFree, command.invoice)
  if (!first) return null
  const others = all.filter((one) => one !== first && one.customer === first.customer && isFree(one))
  const chosen = [first, ...others.slice(0, command.more % 3)]
  const owed = chosen.reduce((sum, one) => sum + remaining(books, one), 0n)
  const total = owed > 0n ? owed : 1n
  const wanted = BigInt(1 + (command.installments % 4))
  const count = total < wanted ? 1n : wanted
  const each = total / count
  const installments = Array.from({ length: Number(count) }, (_, at) => ({
    due: addDays(today(books), command.first + at * command.gap),
    amount: (at === 0 ? total - each * (count - 1n) : each) + (command.wrong && at === 0 ? 1n : 0n),
  }))
  const invoices = chosen.map(({ key }) => key)
  return {
    op: 'proposePlan',
    key: `plan ${requests.next++}`,
    invoices,
    installments,
    fee: BigInt(command.fee ?? 0),
    crash: command.crash,
  }
}

/** Usually pays an installment that is open; now and then one of a plan that is not. */
function resolvePayInstallment(
  books: Books,
  requests: Requests,
  command: PayInstallmentCommand,
): PayOperation | null {
  const isAgreed = ({ state }: { state: string }): boolean => state === 'confirmed' || state === 'defaulted'
  const plan = choose(valuesOf(books.plans), isAgreed, command.plan)
  if (!plan) return null
  const share = choose(sharesOf(books, plan), ({ open }) => open > 0n, command.installment)
  if (!share) return null
  const invoice = books.invoices.get(share.invoice)!
  const { customer } = invoice
  const held = reservedByChallenges(books, invoice, payerKey(books, invoice, { by: 'portal', customer }))
  const installment = { plan: plan.key, number: share.installment }
  const part = payableOfInstallment(books, installment, invoice, held)
  const method = command.method === 'order' ? 'good' : command.method
  const ppm = isSurcharged(method) ? books.surchargePpm : 0n
  const { currency } = books.customers[customer]!
  const amount = resolveAmount(min(part, payable(books, invoice) + held), command.amount, (one) =>
    losesResponse(one + multiplyPpm(one, ppm), currency),
  )
  const operation: PayOperation = {
    op: 'pay',
    request: newRequest(requests),
    invoice: invoice.key,
    by: 'portal',
    customer,
    method,
    storedMethod: null,
    amount,
    installment,
    store: false,
    agree: false,
    trouble: held > 0n ? null : command.trouble,
  }
  requests.pays.push(operation)
  return operation
}
