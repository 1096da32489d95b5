import type { APIRequestContext } from '@playwright/test'
import { axeCheck, expect, productUrl, screens, test } from '../fixtures.ts'
import { openCompany, PASSWORD } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'
import { mailTo } from '../steps/mail.ts'

/** Waits for the newest invitation to an address, other than `former`. Returns the path of its link. */
async function waitForInvitation(
  request: APIRequestContext,
  email: string,
  former?: string,
): Promise<string> {
  let path: string | undefined
  await expect
    .poll(async () => {
      const { links } = await mailTo(request, email, /invited|advisor/)
      path = links.map((link) => new URL(link).pathname).find((one) => one.startsWith('/signup/invite/'))
      return path !== undefined && path !== former
    })
    .toBe(true)
  return path!
}

test('an invited colleague joins, gets another role and then the ownership, and the former owner leaves', {
  tag: '@gate',
}, async ({ page, request, browser, watch, expectConsole }) => {
  test.slow()
  expectConsole(/status of (400|401|403)/)
  const company = await openCompany(request, 'Many Hands Ltd')
  const email = `grace-${Date.now()}@people.test`
  await openAs(page, company, '/settings/account-settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Team' }).click()
  await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Invite to the team' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite to the team' })
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await dialog.getByLabel('Email').fill('nobody')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Enter a valid email address.')).toBeVisible()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('radio', { name: /Viewer/ }).check()
  await axeCheck(page)
  await screens(page, 'team-invite')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('list', { name: 'Invitations' }).getByText(email)).toBeVisible()

  const context = await browser.newContext({ baseURL: productUrl() })
  await watch(context)
  const hers = await context.newPage()
  await hers.goto(await waitForInvitation(request, email))
  await expect(hers.getByRole('heading', { name: 'Join Many Hands Ltd' })).toBeVisible()
  await axeCheck(hers)
  await screens(hers, 'team-join')
  await hers.getByLabel('First name').fill('Grace')
  await hers.getByLabel('Last name').fill('Hopper')
  await expect(hers.getByLabel('Email')).toHaveValue(email)
  await hers.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await hers.getByRole('button', { name: 'Join' }).click()
  await expect(hers.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await hers.goto('/settings/account-settings')
  await expect(hers.getByText('You can view these settings.')).toBeVisible()
  await expect(
    hers.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Team' }),
  ).toHaveCount(0)
  await hers.goto('/imports')
  await expect(hers.getByText('Owners, admins and advisors can import files.')).toBeVisible()
  await expect(hers.locator('input[type=file]')).toHaveCount(0)
  await screens(hers, 'imports-viewer')
  await hers.goto('/settings/team')
  await expect(hers.getByText('Owners and admins can see and change the team.')).toBeVisible()
  await screens(hers, 'team-viewer')

  await page.reload()
  const people = page.getByRole('list', { name: 'People' })
  await expect(people.getByText('Grace Hopper')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'team')
  const change = async (what: string) => {
    await people.getByRole('button', { name: 'Change Grace Hopper' }).click()
    await page.getByRole('menuitem', { name: what }).click()
  }
  await change('Change role')
  await page.getByRole('radio', { name: /Admin/ }).check()
  await screens(page, 'team-role')
  await page.getByRole('button', { name: 'Change role' }).click()
  await expect(people.getByText('Admin', { exact: true })).toBeVisible()
  await hers.reload()
  await expect(
    hers.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Team' }),
  ).toBeVisible()

  await change('Transfer ownership')
  const hand = page.getByRole('dialog', { name: 'Transfer Many Hands Ltd to Grace Hopper?' })
  await hand.getByLabel('Your password').fill('not this one')
  await page.keyboard.press('Enter')
  await expect(hand.getByText('That’s not your current password. Please try again.')).toBeVisible()
  await screens(page, 'team-transfer')
  await hand.getByLabel('Your password').fill(PASSWORD)
  await hand.getByRole('button', { name: 'Transfer' }).click()
  await expect(people.getByText('Owner', { exact: true })).toBeVisible()
  const own = people.getByRole('listitem').filter({ hasText: 'You' })
  await expect(own.getByText('Admin', { exact: true })).toBeVisible()
  await own.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Leave company' }).click()
  await screens(page, 'team-leave')
  await page.getByRole('button', { name: 'Leave company' }).click()
  await expect(page.getByRole('heading', { name: 'No active company' })).toBeVisible()
  await context.close()
})

test('an accountant becomes the advisor of an invited client company, and a replaced invitation is refused', async ({
  page,
  request,
  browser,
  watch,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of 400/)
  const accountant = await openCompany(request, 'Careful Accounting')
  const email = `client-${Date.now()}@people.test`
  await openAs(page, accountant, '/settings/team')
  await page.getByRole('button', { name: 'Invite a client company' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a client company' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  const invitations = page.getByRole('list', { name: 'Invitations' })
  await expect(invitations.getByText('Client company')).toBeVisible()
  const first = await waitForInvitation(request, email)
  await invitations.getByRole('button', { name: `Change the invitation for ${email}` }).click()
  await page.getByRole('menuitem', { name: 'Send again' }).click()
  await expect(page.getByText(`Invitation sent again to ${email}`)).toBeVisible()
  const second = await waitForInvitation(request, email, first)

  const context = await browser.newContext({ baseURL: productUrl() })
  await watch(context)
  const theirs = await context.newPage()
  await theirs.goto(first)
  await expect(theirs.getByRole('heading', { name: 'This invitation no longer works' })).toBeVisible()
  await screens(theirs, 'team-over')
  await page.goto(second)
  await expect(page.getByText(`This invitation is for ${email}`)).toBeVisible()
  await screens(page, 'team-other-login')
  await theirs.goto(second)
  await expect(
    theirs.getByRole('heading', { name: 'Careful Accounting would like to be your advisor' }),
  ).toBeVisible()
  await screens(theirs, 'team-client')
  await theirs.getByLabel('First name').fill('Cleo')
  await theirs.getByLabel('Last name').fill('Client')
  await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await theirs.getByRole('button', { name: 'Create your company' }).click()
  await expect(theirs).toHaveURL(/choose-account-type/)
  await context.close()

  const accounts = await request.get('/api/accounts/', {
    headers: { authorization: `Bearer ${accountant.token}` },
  })
  const roles = ((await accounts.json()).results as { role: string }[]).map(({ role }) => role)
  expect(roles.sort()).toEqual(['advisor', 'owner'])
})
