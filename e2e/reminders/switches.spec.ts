import { testWithClock as test } from '../dedicated-product.ts'
import { axeCheck, expect, screens, test as testOfDemo } from '../fixtures.ts'
import { addCustomer, inCompany, openCompany, sendInvoice } from '../steps/company.ts'
import { logIn, openAs, toast } from '../steps/log-in.ts'
import { mailTo } from '../steps/mail.ts'
import { advanceClock } from '../steps/paying.ts'
import { publishStandardFlow } from '../steps/reminders.ts'

test('an account is switched on after a look at tomorrow, and the clock moved on the screen sends it', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'First Run Foods')
  const customer = await addCustomer(request, company, 'Old Mill Tavern')
  const invoice = await sendInvoice(request, company, customer, '1880.01', 29)
  await openAs(page, company, '/reminders')
  const list = page.getByRole('region', { name: 'Before you turn it on' })
  await expect(list).toContainText('nothing is sent')
  await expect(list).toContainText('No flow is on, so no reminder is sent')
  await axeCheck(page)
  await screens(page, 'reminders-check-list-empty')
  await publishStandardFlow(request, company)

  await page.goto('/?activate_system=true')
  const dialog = page.getByRole('dialog', { name: 'Turn reminders on?' })
  await expect(dialog).toContainText(/Tomorrow, .*: 1 message to 1 customer about \$1,880\.01/)
  await expect(dialog).toContainText(`Old Mill Tavern, Due today: ${invoice.number}`)
  await expect(dialog).toContainText('Standard is on')
  await expect(dialog).toContainText('Sent as First Run Foods')
  await axeCheck(page)
  await screens(page, 'reminders-check-list')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(toast(page, 'Reminders are on')).toBeVisible()
  await expect(list).toHaveCount(0)

  const demo = page.getByRole('region', { name: 'Demo' })
  for (let day = 0; day < 2; day++) {
    await demo.getByRole('button', { name: 'Advance the clock by a day' }).click()
    await expect(toast(page, 'A day has passed').last()).toBeVisible()
    await page.reload()
  }
  // The hour at which reminders leave may still be ahead.
  await advanceClock(request, 'PT10H')
  await page.getByRole('link', { name: 'Sent' }).click()
  await expect(page.getByRole('row', { name: /Old Mill Tavern/ })).toContainText('Due today')
  expect((await mailTo(request, customer.email, /is due today|was due on/)).text).toContain('$1,880.01')

  await page.getByRole('button', { name: 'Turn off…' }).click()
  await expect(page.getByRole('dialog')).toContainText('no automatic payment is charged')
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(list).toBeVisible()
})

testOfDemo('the demo company has weeks of reminders', async ({ page }) => {
  test.slow()
  await logIn(page, { email: 'owner@brightwater.test', password: 'collect-what-is-owed' })
  await page.goto('/reminders?view=sent')
  const sent = page.getByRole('table', { name: 'Sent reminders' })
  await expect(sent.getByRole('row').nth(5)).toBeVisible()
  await axeCheck(page)
  await screens(page, 'demo-reminders-sent')
  await page.goto('/reminders?view=held')
  await expect(page.getByRole('main')).toContainText('Disputes the last delivery')
  await screens(page, 'demo-reminders-held')
  await page.goto('/reminders')
  await expect(page.getByRole('table', { name: 'Upcoming reminders' }).getByRole('row').nth(5)).toBeVisible()
  await screens(page, 'demo-reminders-upcoming')
})

test('system emails and reminders of another system are switched in the account settings', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Quiet Owners Ltd')
  await openAs(page, company, '/settings/account-settings')
  const legacy = page.getByLabel('Another system still sends our reminders')
  const unsubscribe = page.getByLabel('Unsubscribe from all system emails')
  await expect(legacy).not.toBeChecked()
  await legacy.check()
  await unsubscribe.check()
  await page.getByLabel('Wait on weekends').check()
  await axeCheck(page)
  await screens(page, 'settings-account-switches')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Account settings saved')).toBeVisible()
  expect(await inCompany(request, company, 'GET', '')).toMatchObject({
    use_legacy_reminders: true,
    un_subscribe_from_all_system_emails: true,
    holding_on_weekend: true,
  })
  await page.goto('/settings/payment-settings')
  await expect(page.getByText('Nothing is sent: system emails are off in Account settings.')).toBeVisible()
  await page.goto('/reminders')
  await expect(page.getByRole('region', { name: 'Before you turn it on' })).toContainText(
    'Another system still sends your reminders, so flows send none',
  )
})
