import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { SIGN_IN_PROVIDERS, type SignInProvider } from '../../domain/people/sign-in-providers.ts'
import { freePort } from '../../server/platform/free-port.ts'
import { startIdentitySimulator } from '../../simulators/identity/start-simulator.ts'
import { withDedicatedProduct } from '../dedicated-product.ts'
import { axeCheck, expect, productUrl, screens } from '../fixtures.ts'
import { startProductOn } from '../start-product.ts'
import { freshEmail, openCompany, PASSWORD } from '../steps/company.ts'
import { logOut, openAs, toast } from '../steps/log-in.ts'
import { linkTo, mailTo } from '../steps/mail.ts'
import { generateCode, readKey } from '../steps/second-factor.ts'

/** Uses a product with every identity provider. The shared product has none. */
const test = withDedicatedProduct(async () => {
  const port = await freePort()
  const simulator = await startIdentitySimulator(`http://localhost:${port}`)
  const { url, stop } = await startProductOn(port, {
    ...simulator.env,
    FLAGS: 'social-login=on',
    DEMO_COMPANY: 'off',
  })
  return {
    url,
    async stop() {
      await stop()
      await simulator.close()
    },
  }
})

interface Person {
  readonly subject: string
  readonly email: string
  readonly verified: boolean
}
const newPerson = (verified = true): Person => ({ subject: randomUUID(), email: freshEmail('ada'), verified })

/** Enters an identity at the simulated provider and agrees. */
async function signInAtProvider(page: Page, provider: SignInProvider, { subject, email, verified }: Person) {
  await expect(
    page.getByRole('heading', { name: `${SIGN_IN_PROVIDERS[provider].name}, simulated` }),
  ).toBeVisible()
  await page.getByLabel('Key').fill(subject)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Email is verified').setChecked(verified)
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('King')
  await page.getByRole('button', { name: 'Agree' }).click()
}

/** Clears the cookies first, because a provider does not ask a browser that it knows. */
async function continueWith(page: Page, provider: SignInProvider) {
  await page.context().clearCookies()
  await page.getByRole('button', { name: `Continue with ${SIGN_IN_PROVIDERS[provider].name}` }).click()
}

/** Forgets the login. */
const forgetLogin = (page: Page) => page.evaluate(() => localStorage.clear())

const expectLoggedIn = (page: Page) => expect(page.getByRole('button', { name: /user menu/ })).toBeVisible()

/** Waits for the page after a login, which is the account type page for a new account. */
async function expectSignedUp(page: Page) {
  await expect(page).toHaveURL(/choose-account-type|\/$/)
}

for (const provider of ['google', 'quickbooks', 'xero'] as const) {
  const { name } = SIGN_IN_PROVIDERS[provider]
  test(`a sign-up with ${name} confirms the email address, and the next login uses the same account`, {
    tag: provider === 'google' ? '@gate' : [],
  }, async ({ product, page, request }) => {
    const ada = newPerson()
    await page.goto('/signup')
    await continueWith(page, provider)
    await signInAtProvider(page, provider, ada)
    await expect(page).toHaveURL(`${product.url}/signup?lead=${provider}`)
    await expect(page.getByLabel('Work email')).toHaveValue(ada.email)
    await expect(page.getByLabel('First name')).toHaveValue('Ada')
    if (provider === 'google') {
      await axeCheck(page)
      await screens(page, 'provider-sign-up')
    }
    await page.getByRole('button', { name: 'Create account' }).click()
    await expectSignedUp(page)
    await mailTo(request, ada.email, new RegExp(`You signed up with ${name}`))
    await forgetLogin(page)

    await page.goto('/login')
    await continueWith(page, provider)
    await signInAtProvider(page, provider, { ...ada, email: 'moved@example.test' })
    await expectSignedUp(page)
    const user = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'))
    expect(user).toMatchObject({ email: ada.email, email_verified: true })
    // No state of the authorization is left.
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('oauth'))),
    ).toEqual([])
    expect(page.url()).not.toMatch(/code=|state=/)
  })
}

test('a sign-up with Facebook has to confirm the email address', async ({ product, page, request }) => {
  const ada = newPerson()
  await page.goto('/login')
  await continueWith(page, 'facebook')
  await signInAtProvider(page, 'facebook', ada)
  await expect(page).toHaveURL(`${product.url}/signup?lead=facebook`)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.goto(
    linkTo(await mailTo(request, ada.email, /Confirm your email address/), '/email-verification'),
  )
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  await forgetLogin(page)
  await page.goto('/login')
  await continueWith(page, 'facebook')
  await signInAtProvider(page, 'facebook', ada)
  await expectSignedUp(page)
})

test('a sign-up that starts at Xero asks for the email address, and start addresses redirect to the provider', async ({
  product,
  page,
}) => {
  await page.goto('/sso/xero/signup/start')
  await signInAtProvider(page, 'xero', newPerson())
  await expect(page).toHaveURL(`${product.url}/signup?require_email=1&lead=xero`)
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await expect(page.getByLabel('Work email')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Your Xero details were lost')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true }), 'a way without Xero').toBeVisible()
  await axeCheck(page)
  await screens(page, 'sign-up-lead-lost')
  await continueWith(page, 'xero')
  await signInAtProvider(page, 'xero', newPerson())
  await expect(page).toHaveURL(`${product.url}/signup?lead=xero`)
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
  for (const start of ['/qbo-openid-start', '/quickbooks-sso', '/openid-login']) {
    await page.context().clearCookies()
    await page.goto(start)
    await expect(page.getByRole('heading', { name: 'QuickBooks, simulated' })).toBeVisible()
  }
})

test('a provider is linked and unlinked in the profile, and its login requires two-step login too', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of 400/)
  const company = await openCompany(request, 'Two Keys Ltd')
  const ada = newPerson()
  await openAs(page, company, '/settings/profile')
  const section = page.getByRole('region', { name: 'Log in with' })
  await screens(page, 'identities')
  await axeCheck(page)
  await section.getByRole('button', { name: 'Link Google' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link Google' })
  await dialog.getByLabel('Your password').fill('not this one')
  await dialog.getByRole('button', { name: 'Continue to Google' }).click()
  await expect(dialog.getByText('That’s not your current password. Please try again.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue to Google' }).click()
  await signInAtProvider(page, 'google', ada)
  await expect(toast(page, 'You can log in with Google now.')).toBeVisible()
  await expect(section.getByText(`as ${ada.email}`)).toBeVisible()
  await mailTo(request, company.email, /Google was linked to your login/)

  await page.getByRole('button', { name: 'Set up two-step login' }).click()
  const first = page.getByRole('dialog', { name: 'Set up two-step login' })
  await first.getByLabel('Your password').fill(PASSWORD)
  await first.getByRole('button', { name: 'Continue' }).click()
  const key = await readKey(page)
  await page.getByLabel('Authentication code').fill(generateCode(key))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const listed = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(listed).toHaveCount(10)
  const [code] = await listed.allTextContents()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()

  await logOut(page)
  await continueWith(page, 'google')
  await signInAtProvider(page, 'google', ada)
  await expect(page.getByLabel('Authentication code')).toBeFocused()
  await axeCheck(page)
  await screens(page, 'provider-code')
  await page.getByLabel('Authentication code').fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('That code is wrong. Please try again.')).toBeVisible()
  await page.getByLabel('Authentication code').fill(code!)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expectLoggedIn(page)

  await page.goto('/settings/profile')
  await section.getByRole('button', { name: 'Unlink Google' }).click()
  const unlinking = page.getByRole('dialog', { name: 'Unlink Google' })
  await unlinking.getByLabel('Your password').fill(PASSWORD)
  await unlinking.getByLabel('Authentication code').fill(generateCode(key, 1))
  await unlinking.getByRole('button', { name: 'Unlink' }).click()
  await expect(section.getByRole('button', { name: 'Link Google' })).toBeVisible()
  await mailTo(request, company.email, /Google was unlinked/)
})

test('a refused, incomplete or foreign callback shows “Something went wrong.”', async ({
  product,
  page,
  browser,
  watch,
}) => {
  const wrong = async (on: Page, cause: string | RegExp, retry: string) => {
    await expect(on.getByRole('heading', { name: 'Something went wrong.' })).toBeVisible()
    await expect(on.getByRole('alert')).toHaveText(cause)
    await expect(on.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', retry)
    await expect(on.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', /^mailto:/)
  }
  for (const provider of ['google', 'facebook', 'quickbooks', 'xero'] as const) {
    await page.goto('/login')
    await continueWith(page, provider)
    await page.getByRole('button', { name: 'Refuse' }).click()
    await wrong(page, `You declined at ${SIGN_IN_PROVIDERS[provider].name}. Nothing was changed.`, '/login')
  }
  await axeCheck(page)
  await screens(page, 'provider-went-wrong')
  const missing = 'The provider did not supply the required query parameters.'
  for (const path of [
    '/google-redirect',
    '/facebook-redirect',
    '/qbo-openid-end?code=x',
    '/xero-redirect?state=x',
  ])
    await page
      .goto(path)
      .then(() => wrong(page, /required query parameters|began in another browser/, '/login'))
  for (const query of ['', '?code=x', '?scope=openid']) {
    await page.goto(`/sso/xero/signup/end${query}`)
    await wrong(page, missing, '/sso/xero/signup/start')
  }
  // Another browser completes the authorization that this one started.
  await page.goto('/login')
  const began = page.waitForRequest(/\/google\/auth\?/)
  await continueWith(page, 'google')
  const other = await browser.newContext({ baseURL: product.url })
  await watch(other)
  const stranger = await other.newPage()
  await stranger.goto((await began).url())
  await signInAtProvider(stranger, 'google', newPerson())
  await wrong(stranger, /began in another browser/, '/login')
  await other.close()
  // The browser stores the state of each provider separately.
  const storedStates = async () => {
    const { origins } = await page.context().storageState()
    const names = origins.flatMap(({ localStorage }) => localStorage.map(({ name }) => name))
    return names.filter((name) => name.startsWith('oauth-state-')).sort()
  }
  expect(await storedStates()).toEqual(['oauth-state-google'])
  await page.goto('/login')
  await continueWith(page, 'xero')
  await expect(page.getByRole('heading', { name: 'Xero, simulated' })).toBeVisible()
  expect(await storedStates()).toEqual(['oauth-state-google', 'oauth-state-xero'])
})

test('the callback of an unsupported integration shows an error with a link to the settings', async ({
  page,
}) => {
  await page.goto('/qbo-legacy-callback?code=x&state=y')
  await expect(page.getByRole('heading', { name: 'Something went wrong.' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('We don’t connect to QuickBooks yet')
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute(
    'href',
    '/settings/accounting-connection',
  )
})

test('an incomplete answer of a processor, or one with an error, changes nothing', async ({ page }) => {
  for (const [path, text] of [
    ['/stripe-callback?code=x&state=y', 'Stripe sent back an incomplete answer'],
    ['/stripe-callback?error=access_denied&state=y', 'You declined at Stripe'],
    ['/quickbooks-payments-callback?code=x&state=y', 'QuickBooks Payments sent back an incomplete answer'],
    ['/paypal-callback?merchantId=x', 'PayPal sent back an incomplete answer'],
  ]) {
    await page.goto(path!)
    await expect(page.getByRole('alert')).toContainText(text!)
    await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute(
      'href',
      '/settings/payment-processor',
    )
  }
})

test('with its flag /login-social is linked from the login page and starts a login', async ({
  product,
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Continue with Xero' })).toBeVisible()
  await screens(page, 'login-providers')
  await axeCheck(page)
  await page.getByRole('link', { name: 'Log in without a password' }).click()
  await expect(page.getByRole('heading', { name: 'Log in without a password' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'login-social')
  await continueWith(page, 'google')
  await signInAtProvider(page, 'google', newPerson())
  await expect(page).toHaveURL(`${product.url}/signup?lead=google`)
  // An unknown address asks for a login.
  await page.goto('/login-social/more')
  await expect(page).toHaveURL(/\/login\?reason=no_session/)
})

test('without storage an error appears before the redirect to a provider', async ({ page, request }) => {
  const company = await openCompany(request, 'Blank Slate Ltd')
  const storageError = /Your browser blocks site storage/
  const keepNothing = () =>
    page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('denied', 'QuotaExceededError')
      }
    })
  await openAs(page, company, '/settings/profile')
  await page.getByRole('button', { name: 'Link Google' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link Google' })
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await keepNothing()
  await dialog.getByRole('button', { name: 'Continue to Google' }).click()
  await expect(dialog.getByText(storageError)).toBeVisible()
  await screens(page, 'provider-keeps-nothing')
  await forgetLogin(page)
  await page.goto('/login')
  await keepNothing()
  await continueWith(page, 'google')
  await expect(toast(page, 'OAuth Error')).toContainText(storageError)
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('denied', 'QuotaExceededError')
    }
  })
  await page.goto('/sso/xero/signup/start')
  await page.getByRole('dialog', { name: 'Site Storage is Disabled' }).getByRole('button').last().click()
  await expect(page.getByRole('alert').filter({ hasText: storageError })).toBeVisible()
})

test('a failed authorization request shows an error on the login page', async ({ page, expectConsole }) => {
  expectConsole(/status of 4\d\d/)
  await page.goto('/login')
  // Requests a redirect URI that is not registered, as with a misconfigured address.
  await page.route('**/api/profile/authorization-url/**', (route) =>
    route.continue({ url: route.request().url().replace('google-redirect', 'login') }),
  )
  await continueWith(page, 'google')
  await expect(toast(page, 'OAuth Error')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
})

test('without its flag /login-social is not found, and providers without settings are not offered', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 404/)
  await page.goto(`${productUrl()}/login-social`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  for (const path of ['/login', '/signup']) {
    await page.goto(productUrl() + path)
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /Continue with/ })).toHaveCount(0)
  }
  await page.goto(`${productUrl()}/sso/xero/signup/start`)
  await expect(page.getByRole('alert')).toHaveText('Logging in with Xero isn’t set up here.')
})
