import { contract } from '../../../contract/index.ts'
import type { Books } from '../model/books.ts'
import { formatAmount } from '../model/figures.ts'
import type { Operation } from '../model/operations.ts'
import { type ApiCall, STAFF } from './api-call.ts'
import { call } from './call.ts'
import type { Company } from './company.ts'

const { paymentPlans } = contract

const OPERATIONS = ['proposePlan', 'confirmPlan', 'cancelPlan'] as const
type PlanOperation = Extract<Operation, { op: (typeof OPERATIONS)[number] }>

export const isPlanOperation = (operation: Operation): operation is PlanOperation =>
  OPERATIONS.some((op) => op === operation.op)

/** Builds a call about a payment plan. Its customer confirms it by a link that staff created before. */
export function buildPlanCall(company: Company, books: Books, operation: PlanOperation): ApiCall {
  if (operation.op === 'proposePlan') {
    const { currency } = books.customers[books.invoices.get(operation.invoices[0]!)!.customer]!
    const installments = operation.installments.map(({ due, amount }) => ({
      due_date: due,
      amount: formatAmount(amount, currency),
      down_payment: false,
    }))
    const invoices = operation.invoices.map((key) => company.ids.get(key)!)
    return {
      principal: STAFF,
      route: paymentPlans.propose,
      body: {
        invoices,
        installments,
        message: '',
        fee: formatAmount(operation.fee, currency),
        email: false,
      },
    }
  }
  if (operation.op === 'cancelPlan')
    return {
      principal: STAFF,
      route: paymentPlans.cancel,
      params: { plan: company.ids.get(operation.plan)! },
      body: {},
    }
  const { currency } = books.customers[books.plans.get(operation.plan)!.customer]!
  const total = formatAmount(operation.total, currency)
  const token = company.ids.get(linkKey(operation.plan)) ?? 'none'
  return {
    principal: { as: 'anybody' },
    route: paymentPlans.confirm,
    body: { token, revision: 1, total, name: 'Pat Payer', agreed: true, charges_itself: false },
  }
}

const linkKey = (plan: string): string => `link of ${plan}`

/** Creates a link to a plan before it is confirmed. A plan that can't be confirmed gets none and keeps its former one. */
export async function ensurePlanLink(company: Company, operation: Operation): Promise<void> {
  if (operation.op !== 'confirmPlan' || company.ids.has(linkKey(operation.plan))) return
  const params = { plan: company.ids.get(operation.plan)! }
  const { status, body } = await call(company, STAFF, paymentPlans.createLink, { params })
  if (status !== 201) return
  company.ids.set(linkKey(operation.plan), new URL(String(body.url)).searchParams.get('token')!)
}
