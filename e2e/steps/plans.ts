import type { APIRequestContext } from '@playwright/test'
import { addDays } from '../../domain/dates/calendar.ts'
import { callApi } from './api.ts'
import { type Company, type Invoice, inCompany, todayOf } from './company.ts'

interface Plan {
  readonly pk: string
  readonly revision: number
  readonly remaining: string
}

/** Proposes a plan of amounts a week apart, the first of them a down payment today. Returns it with its confirmation link. */
export async function proposedPlanOf(
  request: APIRequestContext,
  company: Company,
  invoices: readonly Pick<Invoice, 'pk'>[],
  amounts: readonly string[],
): Promise<Plan & { url: string }> {
  const today = await todayOf(request, company)
  const plan = await inCompany<Plan>(request, company, 'POST', 'payment-plans/', {
    invoices: invoices.map(({ pk }) => pk),
    installments: amounts.map((amount, index) => ({
      due_date: addDays(today, index * 7),
      amount,
      down_payment: index === 0,
    })),
    email: false,
  })
  const { url } = await inCompany<{ url: string }>(request, company, 'POST', `payment-plans/${plan.pk}/link/`)
  return { ...plan, url }
}

/** Proposes such a plan and confirms it as its customer does. */
export async function confirmedPlanOf(
  ...[request, company, invoices, amounts]: Parameters<typeof proposedPlanOf>
): Promise<{ pk: string; url: string }> {
  const plan = await proposedPlanOf(request, company, invoices, amounts)
  await callApi(request, 'POST', '/api/payment-plan-proposal/confirm/', {
    host: company.host,
    body: {
      token: new URL(plan.url).searchParams.get('token'),
      revision: plan.revision,
      total: plan.remaining,
      name: 'Maya Okafor',
      agreed: true,
    },
  })
  return plan
}
