import { expect, test } from '../fixtures.ts'
import { addCustomer, inCompany, openCompany, sendInvoice } from '../steps/company.ts'
import { skipMenus, tabTo } from '../steps/keyboard.ts'
import { openAs, toast } from '../steps/log-in.ts'

test('a template is written, and a flow is changed, rehearsed and published, by keyboard alone', async ({
  page,
  request,
}) => {
  test.slow()
  const { keyboard } = page
  const company = await openCompany(request, 'Keys And Letters')
  const mill = await addCustomer(request, company, 'Old Mill Tavern')
  await sendInvoice(request, company, mill, '1543.87', 29)
  await sendInvoice(request, company, mill, '90.00', 29)
  await openAs(page, company, '/reminders/templates')

  await skipMenus(page, 'Email templates')
  await tabTo(page, 'New template')
  await keyboard.press('Enter')
  const template = page.getByRole('dialog', { name: 'New template' })
  await expect(template).toBeVisible()
  await template.getByLabel('Name').focus()
  await keyboard.type('Friendly note')
  await tabTo(page, 'Subject')
  await keyboard.type('About {{ invoice.num')
  await expect(page.getByRole('option').first()).toBeVisible()
  await keyboard.press('Enter')
  await expect(template.getByLabel('Subject')).toHaveValue('About {{ invoice.number }}')
  await tabTo(page, 'Text')
  await keyboard.type('Please pay soon.')
  await tabTo(page, 'Add template')
  await keyboard.press('Enter')
  await expect(toast(page, 'Template added')).toBeVisible()

  await inCompany(request, company, 'POST', 'reminder-flows/', { name: 'Standard', start_from: 'standard' })
  await page.goto('/reminders/flows')
  await skipMenus(page, 'Reminder flows')
  await tabTo(page, /^Standard/)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Standard', level: 1 })).toBeVisible()
  const second = page.getByRole('slider', { name: /: Second reminder$/ })
  await expect(second).toHaveAttribute('aria-valuenow', '14')
  for (let presses = 0; !(await second.evaluate((pin) => pin === document.activeElement)); presses += 1) {
    expect(presses, 'presses of Tab until the second reminder').toBeLessThan(40)
    await keyboard.press('Tab')
  }
  await keyboard.press('ArrowRight')
  await expect(second).toHaveAttribute('aria-valuenow', '15')
  await keyboard.press('Control+z')
  await expect(second).toHaveAttribute('aria-valuenow', '14')
  await keyboard.press('Control+y')
  await keyboard.press('Control+s')
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)

  await tabTo(page, 'Rehearse', 'Shift+Tab')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Rehearsal of/, level: 1 })).toBeFocused()
  await tabTo(page, 'Next 60 days')
  await keyboard.press('Space')
  await tabTo(page, 'Rehearse')
  await keyboard.press('Enter')
  await expect(page.getByRole('main')).toContainText(/this flow would send \d+ messages/)
  await tabTo(page, 'Old Mill Tavern')
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('article', { name: 'Email' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('heading', { level: 1 }).focus()
  await tabTo(page, 'Edit flow')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Standard', level: 1 })).toBeFocused()
  await tabTo(page, 'Publish')
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Publish Standard?' })).toBeVisible()
  await tabTo(page, 'Publish')
  await keyboard.press('Enter')
  await expect(page.getByText('Customers get version 1.')).toBeVisible()
})
