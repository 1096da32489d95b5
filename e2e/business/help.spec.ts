import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { logIn } from '../steps/log-in.ts'

const OWNER = { email: 'admin@brightwater.test', password: 'collect-what-is-owed' }

const SCREENS = [
  ['/reminders/flows', 'About reminder flows'],
  ['/late-fees', 'About late fees'],
  ['/payment-plans', 'About payment plans'],
  ['/statements', 'About statements'],
  ['/payment-processing/payouts', 'About payouts'],
  ['/settings/payment-processor', 'About payment processors'],
  ['/settings/accounting-connection', 'About accounting connection'],
  ['/settings/accounting-connection/conflicts', 'About accounting conflicts'],
  ['/settings/developers', 'About api keys and webhooks'],
  ['/reports', 'About reports'],
  ['/worklist', 'About worklist'],
  ['/automatic-payments', 'About automatic payments'],
  ['/companies', 'About your companies'],
] as const

test('new screens say what they are for, until a person hides it, and again on ?', async ({ page }) => {
  test.slow()
  await logIn(page, OWNER)
  for (const [path, name] of SCREENS) {
    await page.goto(path)
    await expect(page.getByRole('complementary', { name })).toBeVisible()
  }
  await page.goto('/late-fees')
  const note = page.getByRole('complementary', { name: 'About late fees' })
  await note.getByRole('button', { name: 'How it works' }).click()
  const sheet = page.getByRole('dialog', { name: 'Late fees' })
  await expect(sheet.getByRole('listitem')).toHaveCount(4)
  await axeCheck(page)
  await screens(page, 'help-sheet')
  await page.keyboard.press('Escape')
  await axeCheck(page)
  await screens(page, 'help-note')
  await note.getByRole('button', { name: 'Hide this note' }).click()
  await expect(note).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Late fees', level: 1 })).toBeVisible()
  await expect(note).toHaveCount(0)

  await page.keyboard.press('?')
  const about = page
    .getByRole('dialog', { name: 'Keyboard shortcuts' })
    .getByRole('region', { name: 'About this page' })
  await expect(about).toContainText('Late fees')
  await axeCheck(page)
  await screens(page, 'help-of-page')
  await about.getByRole('switch', { name: 'Show the note on this page' }).click()
  await page.keyboard.press('Escape')
  await expect(note).toBeVisible()
})
