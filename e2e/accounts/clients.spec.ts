import type { Page } from '@playwright/test'
import { axeCheck, expect, productUrl, screens, test } from '../fixtures.ts'
import { addCustomer, inCompany, openCompany, PASSWORD, sendInvoice } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'
import { mailTo } from '../steps/mail.ts'
import { setAccount } from '../steps/set-account.ts'

/** Checks that the number of unread notifications covers a corner of the bell, also on a phone, whose buttons are larger. */
async function expectBadgeOnBell(page: Page): Promise<void> {
  const desktop = page.viewportSize()!
  const button = page.getByRole('button', { name: /^Notifications, 1 unread/ })
  for (const size of [desktop, { width: 390, height: 844 }]) {
    await page.setViewportSize(size)
    const [bell, badge] = await Promise.all([
      button.locator('svg').boundingBox(),
      button.locator('xpath=following-sibling::span').boundingBox(),
    ])
    const overlaps = [bell!.x + bell!.width - badge!.x, badge!.y + badge!.height - bell!.y]
    for (const overlap of overlaps) {
      expect(overlap, `at ${size.width} px`).toBeGreaterThanOrEqual(bell!.width / 4)
      expect(overlap, `at ${size.width} px`).toBeLessThanOrEqual((bell!.width * 2) / 3)
    }
  }
  await page.setViewportSize(desktop)
}

test('an accountant creates a client company, gives a colleague access, hands it over, and the client ends it', async ({
  page,
  request,
  browser,
  watch,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of (400|401|403|404)/)
  const firm = await openCompany(request, 'Ledger & Partners')
  const colleague = `colleague-${Date.now()}@people.test`
  const client = `client-${Date.now()}@people.test`
  const invitation = async (email: string, subject: RegExp): Promise<string> => {
    let path: string | undefined
    await expect
      .poll(async () => {
        const { links } = await mailTo(request, email, subject)
        path = links.map((link) => new URL(link).pathname).find((one) => one.startsWith('/signup/invite/'))
        return path !== undefined
      })
      .toBe(true)
    return path!
  }
  const signUp = async (path: string, button: string) => {
    const context = await browser.newContext({ baseURL: productUrl() })
    await watch(context)
    const theirs = await context.newPage()
    await theirs.goto(path)
    await theirs.getByLabel('First name').fill('Grace')
    await theirs.getByLabel('Last name').fill(button === 'Join' ? 'Hopper' : 'Owner')
    await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await screens(theirs, `clients-${button === 'Join' ? 'join' : 'take-over'}`)
    await theirs.getByRole('button', { name: button }).click()
    await expect(theirs.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    return theirs
  }

  await openAs(page, firm, '/settings/team')
  await page.getByRole('button', { name: 'Invite to the team' }).click()
  const invite = page.getByRole('dialog', { name: 'Invite to the team' })
  await invite.getByLabel('Email').fill(colleague)
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  const hers = await signUp(await invitation(colleague, /invited/), 'Join')

  const { pk: own } = await addCustomer(request, firm, 'Corner Cafe')
  await page.goto(`/customers/${own}`)
  await page.getByRole('button', { name: 'Mention somebody' }).click()
  await page.getByRole('menuitem', { name: 'Grace Hopper' }).click()
  await page.getByLabel('New note').fill('@Grace Hopper please call them')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('please call them')).toBeVisible()
  expect((await mailTo(request, colleague, /mentioned you/)).text).toContain('please call them')
  await hers.reload()
  await expectBadgeOnBell(hers)
  await screens(hers, 'bell-unread')
  await hers.getByRole('button', { name: /^Notifications/ }).click()
  const bell = hers.getByRole('dialog', { name: 'Notifications' })
  await expect(bell).toContainText('You were mentioned in a note about Corner Cafe')
  await screens(hers, 'notification-of-a-mention')
  await hers.keyboard.press('Escape')

  await page.goto('/companies')
  await page.getByRole('button', { name: 'Create a client company' }).click()
  const create = page.getByRole('dialog', { name: 'Create a client company' })
  await create.getByRole('button', { name: 'Create company' }).click()
  await expect(create.getByText('This field is required.')).toBeVisible()
  await create.getByLabel('Company name').fill('Corner Bakery')
  await screens(page, 'clients-create')
  await create.getByRole('button', { name: 'Create company' }).click()
  await expect(page.getByRole('rowheader', { name: /Corner Bakery/ })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'clients-console')

  await page.getByRole('link', { name: 'Clients and colleagues' }).click()
  await expect(page.getByRole('heading', { name: 'Clients and colleagues', level: 1 })).toBeVisible()
  await page.getByRole('checkbox', { name: /Corner Bakery/ }).check()
  await page.getByRole('button', { name: 'Give access' }).click()
  const give = page.getByRole('dialog', { name: 'Give access to Corner Bakery' })
  await give.getByLabel('Colleague').selectOption({ label: 'Grace Hopper' })
  await give.getByRole('radio', { name: /Viewer/ }).check()
  await axeCheck(page)
  await screens(page, 'clients-give')
  await give.getByRole('button', { name: 'Give access' }).click()
  await expect(page.getByText('Grace Hopper · Viewer')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'clients-people')

  await page.goto('/companies')
  await page.getByRole('button', { name: 'Open Corner Bakery' }).click()
  // A new company first asks how it invoices.
  await page.getByRole('button', { name: 'Start with local invoices' }).click()
  await expect(page).toHaveURL(/company-information|registration/)
  await hers.goto('/companies')
  await hers.getByRole('button', { name: 'Open Corner Bakery' }).click()
  await expect(hers.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()

  await page.goto('/settings/team')
  await page.getByRole('button', { name: 'Hand over' }).click()
  const hand = page.getByRole('dialog', { name: 'Hand over Corner Bakery' })
  await hand.getByLabel('Email of the future owner').fill(client)
  await hand.getByLabel('Your password').fill('not this one')
  await hand.getByRole('button', { name: 'Send invitation' }).click()
  await expect(hand.getByText('That’s not your current password. Please try again.')).toBeVisible()
  await hand.getByLabel('Your password').fill(PASSWORD)
  await screens(page, 'clients-hand-over')
  await hand.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('list', { name: 'Invitations' }).getByText(client)).toBeVisible()
  const owners = await signUp(await invitation(client, /hands over/), 'Take over')

  await owners.goto('/settings/team')
  const people = owners.getByRole('list', { name: 'People' })
  await expect(people.getByText(/Ledger & Partners/).first()).toBeVisible()
  await screens(owners, 'clients-firm-in-team')
  await people.getByRole('button', { name: 'Change Grace Hopper' }).click()
  await owners.getByRole('menuitem', { name: 'End access of Ledger & Partners' }).click()
  await screens(owners, 'clients-end-firm')
  await owners.getByRole('button', { name: 'End access' }).click()
  await expect(people.getByText('Grace Hopper')).toHaveCount(0)
  await hers.goto('/companies')
  await expect(hers.getByRole('rowheader', { name: /Ledger & Partners/ })).toBeVisible()
  await expect(hers.getByRole('rowheader', { name: /Corner Bakery/ })).toHaveCount(0)
})

test('a company that is owed several currencies shows each of them, in the list and in the totals', async ({
  page,
  request,
}) => {
  const firm = await openCompany(request, 'Harbor & Overseas')
  for (const [name, currency, amount] of [
    ['Corner Cafe', 'USD', '1234.50'],
    ['Café du Port', 'EUR', '980.00'],
    ['Quay Books', 'GBP', '75.25'],
  ] as const) {
    const customer = await addCustomer(request, firm, name)
    await inCompany(request, firm, 'PATCH', `customers/${customer.pk}/`, { currency })
    await sendInvoice(request, firm, customer, amount, 45)
  }
  await openAs(page, firm, '/companies')
  const row = page.getByRole('row', { name: /Harbor & Overseas/ })
  for (const amount of ['$1,234.50', '€980.00', '£75.25']) {
    await expect(row).toContainText(amount)
    await expect(page.getByRole('main')).toContainText(amount)
  }
  await axeCheck(page)
  await screens(page, 'clients-currencies')
  const desktop = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  for (const label of ['owed', 'overdue'])
    await expect(row.getByText(label, { exact: true }).filter({ visible: true }), label).toHaveCount(3)
  await page.setViewportSize(desktop)
  await setAccount(firm, '--subscription', 'past_due')
  await page.reload()
  await expect(row.getByText('No active plan')).toBeVisible()
  await expect(row, 'a lapsed plan changes no figure').toContainText('$1,234.50')
  await setAccount(firm, '--blocked', 'on')
  await page.reload()
  await expect(row.getByText('Blocked')).toBeVisible()
  await expect(row).toContainText('Not shown')
  await axeCheck(page)
  await screens(page, 'clients-blocked')
})
