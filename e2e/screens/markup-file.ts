import type { APIRequestContext } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { type Company, inCompany } from '../steps/company.ts'
import { PAYLOADS } from '../steps/payloads.ts'
import { ALL, type CreatedRecord, inline, withPayload } from './markup-texts.ts'

/**
 * Uploads and checks a file with markup in its name, headings and cells. One row is valid, the others are
 * rejected.
 */
export async function uploadFileWithMarkup(request: APIRequestContext, company: Company) {
  const quoted = (cells: readonly string[]) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  const name = `${withPayload('File')}.csv`
  const rows = PAYLOADS.map((text, at) => quoted([`Row ${inline(text)}`, at === 0 ? '' : text, ALL, text]))
  const answer = await request.post(
    `/api/accounts/${company.accountId}/imports/?kind=customers&name=${encodeURIComponent(name)}`,
    {
      headers: { authorization: `Bearer ${company.token}`, 'content-type': 'text/csv' },
      data: Buffer.from([quoted(['Name', 'Email', 'Notes', withPayload('Heading')]), ...rows].join('\n')),
    },
  )
  expect(answer.status(), await answer.text()).toBe(201)
  const { pk, file_name, mapping, date_order, decimal_mark } = (await answer.json()) as CreatedRecord & {
    file_name: string
    mapping: object
    date_order: string
    decimal_mark: string
  }
  const call = <Reply>(method: 'GET' | 'POST', path: string, body?: unknown) =>
    inCompany<Reply>(request, company, method, `imports/${pk}/${path}`, body)
  await call('POST', 'check/', { mapping, date_order, decimal_mark })
  await expect.poll(async () => (await call<{ status: string }>('GET', '')).status).toBe('ready')
  return { pk, name: file_name }
}
