import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createQuittance, QuittanceError } from '../../clients/typescript/operations.ts'
import { axeCheck, expect, productUrl, screens, test } from '../fixtures.ts'
import { openCompany } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'

/** A program that receives webhooks, and answers what the test wants. */
async function startReceiver() {
  const requests: { id: string; body: string }[] = []
  const answer = { status: 204 }
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    requests.push({ id: String(request.headers['webhook-id']), body: Buffer.concat(chunks).toString() })
    response.writeHead(answer.status).end('received')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  return { url, requests, answer, close: () => server.close() }
}

test('an owner creates an API key, a program uses it with the client, and revoking it ends that', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Keystone Ltd')
  await openAs(page, company, '/settings/developers')
  await expect(page.getByText('No keys yet.')).toBeVisible()
  await expect(page.getByText(`Account id: ${company.accountId}`)).toBeVisible()
  await page.getByRole('button', { name: 'Create API key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Warehouse sync')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog).toContainText('Give the key access to at least one area.')
  await dialog.getByLabel('Access to Customers').selectOption('Read and write')
  await dialog.getByLabel('Access to Invoices').selectOption('Read and write')
  await axeCheck(page)
  await screens(page, 'api-key-dialog')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const apiKey = await dialog.getByLabel('API key').inputValue()
  await axeCheck(page)
  await screens(page, 'api-key-shown')
  await dialog.getByRole('button', { name: 'Done' }).click()

  const quittance = createQuittance({ baseUrl: productUrl(), apiKey, account: company.accountId })
  const body = { short_name: 'Harbor Foods', email: 'accounts@harborfoods.test' }
  const first = await quittance.customers.create({ body, idempotencyKey: 'import-1' })
  const again = await quittance.customers.create({ body, idempotencyKey: 'import-1' })
  expect(again).toEqual(first)
  const { results } = await quittance.customers.list()
  expect(results.map(({ short_name }) => short_name)).toEqual(['Harbor Foods'])
  const refused = await quittance.payments.list().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(QuittanceError)
  expect(refused).toMatchObject({ status: 403, code: 'scope_missing' })

  await page.reload()
  const keys = page.getByRole('list', { name: 'API keys' })
  await expect(keys).toContainText('last used')
  await axeCheck(page)
  await screens(page, 'developers')
  await keys.getByRole('button', { name: 'Revoke Warehouse sync' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
  await expect(keys).toContainText('Revoked')
  await expect(quittance.customers.list()).rejects.toMatchObject({ status: 401, code: 'api_key_refused' })
})

test('an owner adds a webhook, tests it, sees why it fails, and deletes it', async ({ page, request }) => {
  test.slow()
  const receiver = await startReceiver()
  const company = await openCompany(request, 'Hookworks Ltd')
  await openAs(page, company, '/settings/developers')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill(receiver.url)
  await dialog.getByLabel('Chosen events').check()
  await dialog.getByLabel('invoice.sent').check()
  await axeCheck(page)
  await screens(page, 'webhook-dialog')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByLabel('Signing secret')).toHaveValue(/^whsec_/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('list', { name: 'Webhooks' }).getByRole('link').click()

  await page.getByRole('button', { name: 'Send test' }).click()
  await expect(dialog).toContainText('Answered 204.')
  expect(receiver.requests).toHaveLength(1)
  await axeCheck(page)
  await screens(page, 'webhook-delivery')
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  receiver.answer.status = 500
  await page.getByRole('button', { name: 'Send test' }).click()
  await expect(dialog).toContainText('Answered 500.')
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page.getByRole('list', { name: 'Deliveries' })).toContainText('Failed 500')
  await axeCheck(page)
  await screens(page, 'webhook-log')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete webhook' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click()
  await expect(page.getByText('No webhooks yet.')).toBeVisible()
  receiver.close()
})

test('the API reference guides a program from its first request, by mouse, keyboard and on a phone', async ({
  page,
}) => {
  await page.goto('/api/docs/')
  await expect(page.getByRole('heading', { name: 'Quittance API', level: 1 })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'api-docs')
  const reference = page.getByRole('navigation', { name: 'Reference' })
  await reference.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Webhooks', level: 2 })).toBeInViewport()

  await reference.getByRole('link', { name: 'Credit memos' }).click()
  await expect(page.getByRole('heading', { name: 'Credit memos', level: 1 })).toBeVisible()
  await expect(reference.getByRole('link', { name: 'Credit memos' })).toHaveAttribute('aria-current', 'page')
  await axeCheck(page)
  await screens(page, 'api-docs-group')
  const issue = page.getByRole('region', { name: 'Issue a credit memo' })
  await expect(issue.getByRole('group', { name: /^Request/ })).toContainText('Idempotency-Key: ')
  await expect(issue.getByRole('group', { name: /^Response/ })).toContainText('"currency": "USD"')
  await issue.getByText('Returns').click()
  await expect(issue.getByText('remaining', { exact: true })).toBeVisible()

  await page.goto('/api/docs/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/api/docs/customers/')
  await expect(reference).toBeHidden()
  await page.getByRole('link', { name: 'Menu', exact: true }).click()
  await axeCheck(page)
  await reference.getByRole('link', { name: 'Invoices', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible()
  await expect(reference).toBeHidden()
  await page.getByRole('link', { name: 'Menu', exact: true }).click()
  await page.getByRole('link', { name: 'Close menu' }).click()
  await expect(reference).toBeHidden()
})
