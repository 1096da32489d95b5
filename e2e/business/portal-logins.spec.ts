import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, freshEmail, openCompany } from '../steps/company.ts'
import { openAs, toast } from '../steps/log-in.ts'
import { mailTo } from '../steps/mail.ts'
import { enrollCustomer } from '../steps/portal.ts'

test('staff see who logs in to the portal, invite, move and end logins', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of 400/)
  const company = await openCompany(request, 'Listed Joinery Ltd')
  const harbor = await addCustomer(request, company, 'Harbor Foods')
  const pelham = await addCustomer(request, company, 'Pelham Books')
  await addCustomer(request, company, 'Elm Interiors')
  await enrollCustomer(request, company, harbor)
  await openAs(page, company, '/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customer portal' }).click()
  const table = page.getByRole('table', { name: 'Portal logins' })
  const row = (text: string) => table.getByRole('row').filter({ hasText: text })
  await expect(row(harbor.email)).toContainText('Active')
  await expect(row(pelham.email)).toContainText('Not invited')
  await screens(page, 'portal-logins')
  await axeCheck(page)
  await page.getByRole('button', { name: `Invite: ${pelham.email}` }).click()
  await expect(toast(page, 'Invitation sent')).toBeVisible()
  await expect(row(pelham.email)).toContainText('Invited')

  const second = freshEmail('second')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const inviting = page.getByRole('dialog', { name: 'Invite to the portal' })
  await inviting.getByRole('combobox', { name: 'Customer' }).fill('Harbor')
  await page.getByRole('option', { name: 'Harbor Foods' }).click()
  await inviting.getByLabel('Email').fill(second)
  await screens(page, 'portal-logins-invite')
  await axeCheck(page)
  await inviting.getByRole('button', { name: 'Send invitation' }).click()
  await expect(row(second)).toContainText('Invited')

  await page.getByRole('button', { name: `Change ${second}` }).click()
  await page.getByRole('menuitem', { name: 'Change address…' }).click()
  const moving = page.getByRole('dialog', { name: 'Change the address of a login' })
  await moving.getByLabel('New email address').fill(pelham.email)
  await moving.getByRole('button', { name: 'Change address' }).click()
  await expect(moving.getByText('This address logs in for Pelham Books.')).toBeVisible()
  const third = freshEmail('third')
  await moving.getByLabel('New email address').fill(third)
  await screens(page, 'portal-logins-move')
  await axeCheck(page)
  await moving.getByRole('button', { name: 'Change address' }).click()
  await expect(row(second)).toContainText('Removed')
  await page.getByRole('button', { name: `Change ${third}` }).click()
  await page.getByRole('menuitem', { name: 'End login…' }).click()
  await page.getByRole('button', { name: 'End login', exact: true }).click()
  await expect(row(third)).toContainText('Removed')
  await page.getByLabel('Status').selectOption('Active')
  await expect(row(third)).toHaveCount(0)
  await page.getByLabel('Status').selectOption('All statuses')

  await page.getByRole('button', { name: 'Invite all' }).click()
  const all = page.getByRole('dialog', { name: 'Invite all customers' })
  await expect(all.getByText('Left out: 1 with a login, 1 invited before.')).toBeVisible()
  await screens(page, 'portal-logins-invite-all')
  await axeCheck(page)
  await all.getByRole('button', { name: 'Invite 1 customer' }).click()
  await expect(all).toBeHidden()
  await expect(toast(page, 'Invitations sent')).toContainText('1 customer was invited.')
  await expect(row('Elm Interiors')).toContainText('Invited')
})

test('staff invite selected customers, and the progress is there after a reload', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Chosen Joinery Ltd')
  const harbor = await addCustomer(request, company, 'Harbor Foods')
  const pelham = await addCustomer(request, company, 'Pelham Books')
  await addCustomer(request, company, 'Elm Interiors')
  await enrollCustomer(request, company, harbor)
  await openAs(page, company, '/customers')
  const customers = page.getByRole('table', { name: 'Customers' })
  for (const name of ['Harbor Foods', 'Pelham Books'])
    await customers.getByRole('checkbox', { name: `Select ${name}` }).check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Invite to portal' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite 2 customers to the portal' })
  await expect(dialog.getByText('1 of 2 customers selected gets an invitation.')).toBeVisible()
  await expect(dialog.getByText('Left out: 1 with a login.')).toBeVisible()
  await screens(page, 'customers-invite-selected')
  await axeCheck(page)
  await dialog.getByRole('button', { name: 'Invite 1 customer' }).click()
  await expect(dialog).toBeHidden()
  await expect(bar).toHaveCount(0)
  await mailTo(request, pelham.email, /^Your invoices from/)

  // A run of two is over at once; the page is shown as while it goes on.
  await page.route('**/portal-invite-runs/', async (route) => {
    const reply = await route.fetch()
    const { runs } = (await reply.json()) as { runs: object[] }
    await route.fulfill({
      json: { runs: runs.map((run) => ({ ...run, state: 'running', customers_done: 1, sent: 1 })) },
    })
  })
  await page.reload()
  const progress = page.getByRole('region', { name: 'Inviting selected customers' })
  await expect(progress).toContainText('1 of 2, 1 invited')
  await screens(page, 'customers-inviting')
  await axeCheck(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  await page.goto('/customer-portal')
  const logins = page.getByRole('table', { name: 'Portal logins' })
  await expect(logins.getByRole('row').filter({ hasText: pelham.email })).toContainText('Invited')
  await logins.getByRole('checkbox', { name: /^Select Elm Interiors/ }).check()
  await bar.getByRole('button', { name: 'Invite to portal' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Invite 1 customer' }).click()
  await expect(logins.getByRole('row').filter({ hasText: 'Elm Interiors' })).toContainText('Invited')
  await screens(page, 'portal-logins-invited')
})
