import { expect, screens, test } from '../../fixtures.ts'
import { inCompany, openBilledCompany, PASSWORD, sendInvoice, todayOf } from '../../steps/company.ts'
import { expectNoEnglish, openOnPhone, readCatalogue } from '../../steps/languages.ts'
import { confirmedPlanOf } from '../../steps/plans.ts'
import { enrollCustomer, portalOf } from '../../steps/portal.ts'

test('a payer pays in German on a phone', { tag: '@gate' }, async ({ browser, request }) => {
  const { invoice, link } = await openBilledCompany(request, 'Zinkhandel Ltd', '1250.00')
  const german = readCatalogue('de')
  const page = await openOnPhone(browser, 'de-DE', link)
  await expect(page.getByRole('heading', { name: `Rechnung ${invoice.number}` })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Zahlung ausführen' })).toBeVisible()
  await expect(page.getByText('1.250,00\u00a0$').first()).toBeVisible()
  await expect(page.getByText(/Fällig am \d{1,2}\. \p{L}+\.? \d{4}/u)).toBeVisible()
  await page.getByRole('button', { name: /^1\.250,00\s\$ zahlen$/ }).click({ force: true })
  await expect(page.getByText('Bitte ausfüllen').first()).toBeVisible()
  await expectNoEnglish(page, german)
  await screens(page, 'languages-pay-de')

  const amount = page.getByLabel('Betrag')
  await expect(amount).toHaveValue('1.250,00')
  await amount.fill('125,50')
  await expect(page.getByRole('button', { name: /^125,50\s\$ zahlen$/ })).toBeVisible()
  await amount.fill('1.250')
  await page.getByLabel('Name auf der Karte').fill('Maya Okafor')
  await page.getByLabel('Kartennummer').fill('4242 4242 4242 4242')
  await page.getByLabel('Ablaufdatum').fill('08/30')
  await page.getByLabel('Prüfziffer').fill('123')
  await page.getByRole('button', { name: /^1\.250,00\s\$ zahlen$/ }).click()
  await expect(
    page.getByRole('heading', { name: 'Wir haben Ihre Zahlung erhalten, vielen Dank!' }),
  ).toBeVisible()
  await expectNoEnglish(page, german)
  await screens(page, 'languages-paid-de')
  await page.context().close()
})

test('the login page is in German', async ({ browser, request }) => {
  const { company } = await openBilledCompany(request, 'Kupferhandel Ltd', '20.00')
  const page = await openOnPhone(browser, 'de', `${portalOf(company)}/customer-portal-site-login`)
  await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page.getByText('Bitte ausfüllen.').first()).toBeVisible()
  await expectNoEnglish(page, readCatalogue('de'))
  await screens(page, 'languages-login-de')
  await page.context().close()
})

test('the portal follows the language stored for its customer, and loads once for it', async ({
  browser,
  request,
}) => {
  const { company, customer } = await openBilledCompany(request, 'Nickelhandel Ltd', '20.00')
  await enrollCustomer(request, company, customer)
  await inCompany(request, company, 'PATCH', `customers/${customer.pk}/`, { language: 'fr' })
  const page = await openOnPhone(browser, 'en-US', `${portalOf(company)}/customer-portal-site-login`)
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  // The page says its language before it is loaded, and the next address would end its loading.
  await expect.poll(() => loads).toBe(1)
  const french = readCatalogue('fr')
  for (const [tab, heading] of [
    ['4', 'Relevé'],
    ['details', 'Vos coordonnées'],
    ['payments', 'Moyens de paiement'],
  ] as const) {
    await page.goto(`${portalOf(company)}/customer-portal-site?tab=${tab}`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
    await expectNoEnglish(page, french)
    await screens(page, `languages-portal-${tab}-fr`)
  }
  expect(loads, 'once for the language, and once for each tab opened here').toBe(4)

  await page.getByRole('button', { name: 'Français' }).click()
  await page.getByLabel('Langue').selectOption('de')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('heading', { name: 'Zahlungsarten' })).toBeVisible()
  expect(loads, 'the reader’s choice stays').toBe(5)
  await page.context().close()
})

test('home, plans and payments are in the language of a customer who logs in', async ({
  browser,
  request,
}) => {
  test.slow()
  const german = readCatalogue('de')
  const { company, customer, invoice } = await openBilledCompany(request, 'Messinghandel Ltd', '900.00')
  for (const amount of ['75.50', '24.50']) await sendInvoice(request, company, customer, amount, 45)
  const today = await todayOf(request, company)
  await inCompany(request, company, 'POST', 'credit-memos/', {
    customer: customer.pk,
    issued_on: today,
    total: '25.00',
    request_id: `memo-${customer.pk}`,
  })
  const { url } = await confirmedPlanOf(request, company, [invoice], ['300.00', '300.00', '300.00'])
  await enrollCustomer(request, company, customer)
  await inCompany(request, company, 'PATCH', `customers/${customer.pk}/`, { language: 'de' })

  const page = await openOnPhone(browser, 'en-US', `${portalOf(company)}/customer-portal-site-login`)
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('region', { name: 'Offener Gesamtbetrag' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('heading', { name: 'Jetzt fällig' })).toBeVisible()
  await expectNoEnglish(page, german)
  await screens(page, 'languages-home-de')

  await page.getByRole('button', { name: /^Alles zahlen · / }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /^Zuerst .*25,00\s\$/ }).check()
  await expect(dialog.getByText('Zwischensumme')).toBeVisible()
  await expectNoEnglish(page, german)
  await screens(page, 'languages-pay-several-de')

  const openTab = (tab: string) => page.goto(`${portalOf(company)}/customer-portal-site?tab=${tab}`)
  await openTab('3')
  await expect(
    page.getByRole('button', { name: /^Anzahlung, Rate 1 von 3 zahlen: Fälligkeit/ }),
  ).toBeVisible()
  await expectNoEnglish(page, german)
  await screens(page, 'languages-plans-de')

  await openTab('payments')
  await expect(page.getByText('Noch keine Zahlungen')).toBeVisible()
  await expectNoEnglish(page, german)
  await screens(page, 'languages-payments-de')

  const confirmed = await openOnPhone(browser, 'de', url)
  await expect(confirmed.getByRole('list', { name: 'Raten' }).getByText('Offen')).toHaveCount(3)
  await expectNoEnglish(confirmed, german)
  await confirmed.context().close()
  await page.context().close()
})

for (const { locale, heading, amount } of [
  { locale: 'fr-FR', heading: 'Effectuer un paiement', amount: /^Payer 1\s250,00\s\$/ },
  { locale: 'es-ES', heading: 'Realizar un pago', amount: /^Pagar 1250,00\sUS\$|^Pagar 1250,00\s\$/ },
])
  test(`a pay link opens in ${locale}`, async ({ browser, request }) => {
    const { link } = await openBilledCompany(request, `Metals ${locale.slice(0, 2)} Ltd`, '1250.00')
    const page = await openOnPhone(browser, locale, link)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expect(page.getByRole('button', { name: amount })).toBeVisible()
    await expectNoEnglish(page, readCatalogue(locale.slice(0, 2)))
    await screens(page, `languages-pay-${locale.slice(0, 2)}`)
    await page.context().close()
  })

test('a customer chooses the language of emails and of the portal, and it leaves with them', async ({
  browser,
  request,
}) => {
  const { company, customer } = await openBilledCompany(request, 'Titanhandel Ltd', '20.00')
  await enrollCustomer(request, company, customer)
  const site = `${portalOf(company)}/customer-portal-site`
  const page = await openOnPhone(browser, 'en-US', `${site}-login`)
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('button', { name: /Customer menu/ })).toBeVisible()
  await page.goto(`${site}?tab=details`)
  const choice = page.getByLabel('Language of emails and documents')
  await expect(choice).toHaveValue('')
  await choice.selectOption('nl')
  await expect(page.getByText('The portal isn’t in Nederlands.')).toBeVisible()
  await screens(page, 'portal-language-choice')
  await choice.selectOption('de')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByLabel('Sprache der E-Mails und Dokumente')).toHaveValue('de')
  await expectNoEnglish(page, readCatalogue('de'))
  await screens(page, 'portal-language-choice-de')
  expect(await inCompany(request, company, 'GET', `customers/${customer.pk}/`)).toMatchObject({
    language: 'de',
  })
  const kept = async () => (await page.context().cookies()).map(({ name }) => name)
  expect(await kept()).toContain('customer-language')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Kundenmenü/ })
    .click()
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  expect(addresses, 'the login is loaded, and nothing else changes the address').toEqual([`${site}-login`])
  expect(await kept()).not.toContain('customer-language')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.context().close()
})
