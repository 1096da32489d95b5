import { contract } from '../../../../contract/index.ts'
import type { Books } from '../../model/books.ts'
import { formatAmount } from '../../model/figures.ts'
import { openInstallments, sharesOf } from '../../model/plans/installments.ts'
import { owedOn, placeOfFee } from '../../model/plans/payment-plans.ts'
import type { PaymentPlan } from '../../model/plans/plan.ts'
import { checkList, checkPage, compareFields, pick, type Rows, type Shown, STAFF, type View } from './view.ts'

/** A canceled plan owes nothing any more. */
const shownOwed = (books: Books, plan: PaymentPlan): bigint =>
  plan.state === 'canceled' ? 0n : owedOn(books, plan)

/** A proposal announces its fee; a canceled one never charged it. */
function shownFee({ fees }: Books, plan: PaymentPlan): bigint {
  const charged = fees.find((fee) => fee.plan === plan.key)
  if (charged) return charged.amount - (charged.waived ?? 0n)
  return plan.state === 'proposed' ? plan.fee : 0n
}

/** The open part of each installment of a plan. Together they are what its invoices owe. */
export const planDetail: View = async (context) => {
  const { books, company, turn } = context
  const plan = pick(books.plans, turn)
  if (!plan) return []
  const { currency } = books.customers[plan.customer]!
  const open = openInstallments(books, plan)
  const shares = sharesOf(books, plan)
  const place = placeOfFee(books, plan)
  const feeAt = (at: number): bigint => (place?.installment === at ? plan.fee : 0n)
  const amounts = open.map((_, at) =>
    shares
      .filter(({ installment }) => installment === at)
      .reduce((sum, { amount }) => sum + amount, feeAt(at)),
  )
  // An installment whose invoices were voided is left out.
  const expected = plan.installments.flatMap(({ due }, at) =>
    amounts[at] === 0n
      ? []
      : [
          {
            number: at + 1,
            due_date: due,
            amount: formatAmount(amounts[at]!, currency),
            balance: formatAmount(open[at]! + feeAt(at), currency),
          },
        ],
  )
  const params = { plan: company.ids.get(plan.key)! }
  return checkPage(context, STAFF, contract.paymentPlans.read, { params }, (shown, page) => [
    ...compareFields(page, shown, {
      state: plan.state,
      remaining: formatAmount(shownOwed(books, plan), currency),
      fee: formatAmount(shownFee(books, plan), currency),
    }),
    ...expected.flatMap((one, at) => compareFields(page, (shown.installments as Shown[])[at] ?? {}, one)),
  ])
}

/** The list derives the same figures in the database. */
export const planList: View = async (context) => {
  const { books, company } = context
  const rows: Rows = [...books.plans.values()].map((plan) => {
    const { currency } = books.customers[plan.customer]!
    const next = openInstallments(books, plan).findIndex((open) => open > 0n)
    return [
      company.ids.get(plan.key)!,
      {
        state: plan.state,
        remaining: formatAmount(shownOwed(books, plan), currency),
        next_due_date: plan.state === 'canceled' ? null : (plan.installments[next]?.due ?? null),
      },
    ]
  })
  return checkList(context, STAFF, contract.paymentPlans.list, rows, { state: 'all' })
}
