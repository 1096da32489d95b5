import { testWithClock } from '../dedicated-product.ts'
import { expect, test } from '../fixtures.ts'
import { addCustomer, inCompany, openCompany, sendInvoice } from '../steps/company.ts'
import { skipMenus, tabTo } from '../steps/keyboard.ts'
import { openAs, toast } from '../steps/log-in.ts'
import { advanceDays } from '../steps/paying.ts'
import { publishStandardFlow } from '../steps/reminders.ts'

testWithClock(
  'a held reminder is found and resumed, and a task is done, by keyboard alone',
  async ({ page, request }) => {
    test.slow()
    const { keyboard } = page
    const company = await openCompany(request, 'Keys And Calls')
    await inCompany(request, company, 'PATCH', 'update-settings/', { system_enabled: true })
    const mill = await addCustomer(request, company, 'Old Mill Tavern')
    const invoice = await sendInvoice(request, company, mill, '1543.87', 29)
    await publishStandardFlow(request, company)
    await inCompany(request, company, 'POST', 'reminders/pauses/', {
      scope: 'invoice',
      subject: invoice.pk,
      until: null,
      note: 'New bookkeeper',
    })
    await advanceDays(request, 2)
    await openAs(page, company, '/reminders')
    await skipMenus(page, 'Reminders')
    await tabTo(page, 'Held')
    await keyboard.press('Enter')
    await expect(page.getByRole('row', { name: new RegExp(invoice.number) })).toContainText('New bookkeeper')
    await tabTo(page, new RegExp(invoice.number))
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: new RegExp(invoice.number), level: 1 })).toBeVisible()
    await tabTo(page, 'Resume')
    await keyboard.press('Enter')
    await expect(
      page.getByRole('region', { name: 'Reminders' }).getByRole('button', { name: 'Pause…' }),
    ).toBeVisible()

    await page.goto('/worklist')
    await skipMenus(page, 'Worklist')
    await tabTo(page, 'Add task')
    await keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'New task' })).toBeVisible()
    await keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Add task' }).first(), 'the focus returns').toBeFocused()
    await keyboard.press('Enter')
    await page.getByLabel('What to do').focus()
    await keyboard.type('Call about the statement')
    await tabTo(page, 'Customer')
    await keyboard.type('Old Mill')
    await expect(page.getByRole('option', { name: /Old Mill Tavern/ })).toBeVisible()
    await keyboard.press('Enter')
    await tabTo(page, 'Add task')
    await keyboard.press('Enter')
    await expect(toast(page, 'Task added')).toBeVisible()
    await tabTo(page, 'Done: Call about the statement')
    await keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Done: Call about the statement' })).toBeVisible()
    await page.getByLabel('What came of it').focus()
    await keyboard.type('They pay on Friday')
    await keyboard.press('Enter')
    await expect(page.getByRole('main')).toContainText('Nothing to do')
  },
)
