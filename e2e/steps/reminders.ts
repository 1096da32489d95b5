import type { APIRequestContext } from '@playwright/test'
import { type Company, inCompany } from './company.ts'

/** Makes the ready-made standard flow and switches it on. */
export async function publishStandardFlow(request: APIRequestContext, company: Company): Promise<void> {
  const { pk, revision } = await inCompany<{ pk: string; revision: number }>(
    request,
    company,
    'POST',
    'reminder-flows/',
    { name: 'Standard', start_from: 'standard' },
  )
  await inCompany(request, company, 'POST', `reminder-flows/${pk}/publish/`, { revision })
}
