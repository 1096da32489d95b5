import type { Locator, Page } from '@playwright/test'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, inCompany, openCompany, sendInvoice } from '../steps/company.ts'
import { logIn, openAs, toast } from '../steps/log-in.ts'

type Flow = { pk: string; revision: number }

const pinOf = (page: Page, name: string): Locator =>
  page.getByRole('slider', { name: new RegExp(`: ${name}$`) })

async function middleOf(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox()
  if (!box) throw new Error('The pin has no place on the page')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test.describe('a step on the line of days', () => {
  test('is dragged, moved with the keys, and neither lands on another step; undo and redo follow', async ({
    page,
    request,
  }) => {
    const company = await openCompany(request, 'Long Lines')
    const flow = await inCompany<Flow>(request, company, 'POST', 'reminder-flows/', {
      name: 'Standard',
      start_from: 'standard',
    })
    await openAs(page, company, `/reminders/flows/${flow.pk}`)
    const second = pinOf(page, 'Second reminder')
    const third = pinOf(page, 'Third reminder')
    await expect(second).toHaveAttribute('aria-valuetext', '14 days after the due date')

    // A press that hardly moves selects only.
    const start = await middleOf(second)
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(start.x + 3, start.y)
    await page.mouse.up()
    await expect(page.getByRole('region', { name: /^Second reminder/ })).toBeVisible()
    await expect(second).toHaveAttribute('aria-valuenow', '14')

    // The day of the third reminder is taken.
    const taken = await middleOf(third)
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(taken.x - 40, start.y, { steps: 4 })
    await expect(page.getByText('14 days after the due date')).toHaveCount(0)
    await page.mouse.move(taken.x, start.y, { steps: 4 })
    await expect(second).toHaveAttribute('aria-valuetext', /^(27|29) days after the due date$/)
    await axeCheck(page)
    await screens(page, 'reminder-flow-dragging')
    await page.mouse.up()
    const steps = page.getByRole('region', { name: 'Time line' }).getByRole('listitem')
    await expect(steps.filter({ hasText: 'Second reminder' })).toContainText(/2[79] days after/)
    await page.keyboard.press('Control+z')
    await expect(second).toHaveAttribute('aria-valuenow', '14')
    await page.keyboard.press('Control+Shift+z')
    await expect(second).toHaveAttribute('aria-valuetext', /^(27|29) days/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Unsaved changes')).toHaveCount(0)

    await second.focus()
    for (let day = 15; day <= 27; day++) await page.keyboard.press('ArrowRight')
    await expect(second).toHaveAttribute('aria-valuetext', '27 days after the due date')
    await page.keyboard.press('ArrowRight')
    await expect(second).toHaveAttribute('aria-valuetext', '29 days after the due date')
    await expect(second).toBeFocused()
    await page.getByLabel('Hour').selectOption('2:00 PM')
    await page.keyboard.press('Control+z')
    await expect(page.getByLabel('Hour')).toHaveValue('9')
    await page.keyboard.press('Control+y')
    await expect(page.getByLabel('Hour')).toHaveValue('14')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Unsaved changes')).toHaveCount(0)
    await page.reload()
    await expect(second).toHaveAttribute('aria-valuetext', '29 days after the due date')
  })

  test('is dragged with a finger on a phone', async ({ page, request, browserName }) => {
    // Other browsers take no touches from a test.
    if (browserName !== 'chromium') return
    await page.setViewportSize({ width: 390, height: 844 })
    const company = await openCompany(request, 'Small Line')
    const flow = await inCompany<Flow>(request, company, 'POST', 'reminder-flows/', {
      name: 'Gentle',
      start_from: 'gentle',
    })
    await openAs(page, company, `/reminders/flows/${flow.pk}`)
    const pin = page.getByRole('slider').last()
    const before = Number(await pin.getAttribute('aria-valuenow'))
    await pin.scrollIntoViewIfNeeded()
    const { x, y } = await middleOf(pin)
    const touch = await page.context().newCDPSession(page)
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', by = 0) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: x + by, y }],
      })
    await send('touchStart')
    for (const by of [10, 25, 40]) await send('touchMove', by)
    await expect.poll(async () => Number(await pin.getAttribute('aria-valuenow'))).toBeGreaterThan(before + 2)
    await send('touchEnd')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(pin).toHaveAttribute('aria-valuenow', String(before))
  })
})

test('what is typed while a draft is saved stays, and discarding a draft can be undone', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Fast Fingers')
  const flow = await inCompany<Flow>(request, company, 'POST', 'reminder-flows/', {
    name: 'Firm',
    start_from: 'firm',
  })
  await inCompany(request, company, 'POST', `reminder-flows/${flow.pk}/publish/`, { revision: flow.revision })
  await openAs(page, company, `/reminders/flows/${flow.pk}`)
  const gap = page.getByLabel('Between messages')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**/reminder-flows/${flow.pk}/`, async (route) => {
    if (route.request().method() !== 'GET') await held
    await route.continue()
  })
  await gap.fill('5')
  await gap.press('Control+s')
  await gap.fill('6')
  release()
  await expect(page.getByText('1 change since version 1.')).toBeVisible()
  await expect(gap).toHaveValue('6')
  await expect(page.getByText('Unsaved changes')).toBeVisible()

  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByText('Customers get version 1.')).toBeVisible()
  await expect(gap).toHaveValue('2')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(gap).toHaveValue('6')

  // Switching off keeps what is not saved.
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Switch off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByText('Nothing is sent while the flow is off.')).toBeVisible()
  await expect(gap).toHaveValue('6')
})

test('a long name without spaces fits on a phone', async ({ page, request }) => {
  const company = await openCompany(request, 'Long Names')
  const flow = await inCompany<Flow & { covers: string; draft: { steps: object[] } }>(
    request,
    company,
    'POST',
    'reminder-flows/',
    { name: 'W'.repeat(80), start_from: 'gentle' },
  )
  const steps = flow.draft.steps.map((step) => ({ ...step, name: 'W'.repeat(80) }))
  await inCompany(request, company, 'PUT', `reminder-flows/${flow.pk}/`, {
    revision: flow.revision,
    name: 'W'.repeat(80),
    covers: flow.covers,
    groups: [],
    draft: { ...flow.draft, steps },
  })
  await openAs(page, company, `/reminders/flows/${flow.pk}`)
  await expect(page.getByRole('slider')).not.toHaveCount(0)
  await screens(page, 'reminder-flow-long-name')
  await page.getByRole('link', { name: 'Rehearse' }).click()
  await expect(page.getByText('See what this flow would have sent')).toBeVisible()
  await screens(page, 'reminder-rehearsal-long-name')
  await page.getByRole('link', { name: 'Reminder flows' }).click()
  await expect(page.getByRole('table', { name: 'Reminder flows' })).toContainText('WWW')
  await screens(page, 'reminder-flows-long-name')
})

test('a flow shows the real days of an invoice, and is paused until a day and resumed', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Holiday House')
  await inCompany(request, company, 'PATCH', 'update-settings/', { holding_on_weekend: true })
  const mill = await addCustomer(request, company, 'Old Mill Tavern')
  const first = await sendInvoice(request, company, mill, '1543.87', 0)
  const later = await sendInvoice(request, company, mill, '90.00', 0)
  const flow = await inCompany<Flow>(request, company, 'POST', 'reminder-flows/', {
    name: 'Standard',
    start_from: 'standard',
  })
  await inCompany(request, company, 'POST', `reminder-flows/${flow.pk}/publish/`, { revision: flow.revision })
  await openAs(page, company, `/reminders/flows/${flow.pk}`)
  const line = page.getByRole('region', { name: 'Time line' })
  const days = line.getByText(/^INV-\d+, due (Mon|Tue|Wed|Thu|Fri|Sat|Sun), /)
  await expect(days).toBeVisible()
  await expect(line.getByTitle('Weekend').first()).toBeAttached()
  // Seven steps on as many days of the week: at least one waits for Monday or was moved by nobody.
  await expect(
    line.getByRole('listitem').filter({ hasText: /(Mon|Tue|Wed|Thu|Fri), .* 9:00 AM/ }),
  ).not.toHaveCount(0)
  await expect(line.getByRole('listitem').filter({ hasText: /(Sat|Sun), .* 9:00 AM/ })).toHaveCount(0)
  await expect(line.getByText('Nothing sent yet').first()).toBeVisible()
  await line.getByLabel('Dates for').click()
  await page.getByRole('option', { name: later.number }).click()
  await expect(line.getByText(new RegExp(`^${later.number}, due`))).toBeVisible()
  expect(first.number).not.toBe(later.number)
  await axeCheck(page)
  await screens(page, 'reminder-flow-real-days')

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Pause…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause reminders of Standard' })
  await dialog.getByLabel('Note').fill('New prices')
  await dialog.getByRole('button', { name: 'Pause reminders' }).click()
  await expect(toast(page, 'Reminders of Standard paused')).toBeVisible()
  await expect(page.getByText(/^Paused until .* \d{4}$/).first()).toBeVisible()
  await expect(page.getByText('Nothing is sent while the flow is paused.')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'reminder-flow-paused')
  await page.reload()
  await expect(page.getByText('New prices')).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('Customers get version 1.')).toBeVisible()
})

test('the steps of the demo company’s flow say what they sent, and lead to those messages', async ({
  page,
}) => {
  test.slow()
  await logIn(page, { email: 'owner@brightwater.test', password: 'collect-what-is-owed' })
  await page.goto('/reminders/flows')
  await page.getByRole('row', { name: /On/ }).first().getByRole('link').first().click()
  const sent = page
    .getByRole('region', { name: 'Time line' })
    .getByRole('link', { name: /^\d+ sent$/ })
    .first()
  await expect(sent).toBeVisible()
  await axeCheck(page)
  await screens(page, 'demo-reminder-flow')
  const count = Number.parseInt((await sent.textContent())!, 10)
  await sent.click()
  await expect(page.getByText('The messages of one step of a flow.')).toBeVisible()
  const rows = page.getByRole('table', { name: 'Sent reminders' }).getByRole('row')
  await expect(rows).toHaveCount(Math.min(count, 25) + 1)
  await screens(page, 'demo-reminders-of-step')
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByText('The messages of one step of a flow.')).toHaveCount(0)
})
