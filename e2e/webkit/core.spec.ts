import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base, expect } from '@playwright/test'
import {
  addCustomer,
  billedCompany,
  type Company,
  openCompany,
  PASSWORD,
  payLinkOf,
  sendInvoice,
} from '../steps/company.ts'
import { THANKS } from '../steps/paying.ts'
import { PAYLOADS, STRAYS } from '../steps/payloads.ts'
import { enrolCustomer, portalOf } from '../steps/portal.ts'
import { productUrl } from '../support.ts'
import { openWindow, type WebKitWindow } from './browser.ts'

const test = base.extend<{ window: WebKitWindow }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter
  baseURL: async ({}, use) => use(productUrl()),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  window: async ({}, use) => {
    const window = await openWindow()
    await use(window)
    expect(await window.complaints()).toEqual([])
    await window.close()
  },
})

/** Comes to the dashboard. */
async function logIn(window: WebKitWindow, { email }: Company): Promise<void> {
  await window.goTo(`${productUrl()}/login`)
  await window.type('Email', email)
  await window.type('Password', PASSWORD)
  await window.press('Log in')
  await window.see('Total owed')
}

test('5.K an invoice is paid by card on its pay link', async ({ window, request }) => {
  const { link } = await billedCompany(request, 'Apple Orchard Ltd', '75.00')
  await window.goTo(link)
  await window.type('Name on card', 'Maya Okafor')
  await window.type('Card number', '4242424242424242')
  await window.choose('Expiration month', '08')
  await window.choose('Expiration year', String(new Date().getFullYear() + 3))
  await window.type('Security code', '123')
  await window.press('Pay $75.00')
  await window.see(THANKS)
})

test('5.K staff log in, and find what is owed and their invoices', async ({ window, request }) => {
  const { company, invoice } = await billedCompany(request, 'Pear Orchard Ltd', '120.00')
  await logIn(window, company)
  await window.see('Harbor Foods')
  await window.goTo(`${productUrl()}/invoices`)
  await window.see(invoice.number)
})

test('5.K a customer signs in to the portal', async ({ window, request }) => {
  const { company, customer, invoice } = await billedCompany(request, 'Plum Orchard Ltd', '60.00')
  await enrolCustomer(request, company, customer)
  await window.goTo(`${portalOf(company)}/customer-portal-site-login`)
  await window.type('Email', customer.email)
  await window.type('Password', PASSWORD)
  await window.press('Sign in')
  await window.see('Total Amount Owed')
  await window.see(invoice.number)
})

test('5.K T-09 markup in names is shown as text', async ({ window, request }) => {
  // Of one line, without spaces that the words of a page don’t keep, and no more than one page of a list.
  const written = PAYLOADS.filter((text) => text.startsWith('<') && !/[\t\n]|\s\s/.test(text)).slice(0, 16)
  expect(written).toHaveLength(16)
  const company = await openCompany(request, written[0]!)
  for (const name of written) await addCustomer(request, company, name)
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const link = await payLinkOf(request, customer, await sendInvoice(request, company, customer, '10.00'))
  await window.goTo(link)
  await window.see('Make a Payment')
  await window.see(written[0]!)
  expect(await window.count(STRAYS)).toBe(0)
  await logIn(window, company)
  await window.goTo(`${productUrl()}/customers`)
  for (const name of written) await window.see(name)
  expect(await window.count(STRAYS)).toBe(0)
})

test('5.K T-10 another website can’t frame a pay link', async ({ window, request }) => {
  const { link } = await billedCompany(request, 'Medlar Orchard Ltd', '10.00')
  const website = createServer((_request, reply) => {
    reply.setHeader('content-type', 'text/html')
    reply.end(`<!doctype html><title>A website</title><h1>Bait</h1><iframe src="${link}"></iframe>`)
  }).listen(0, '127.0.0.1')
  await once(website, 'listening')
  try {
    await window.goTo(link)
    await window.see('Medlar Orchard')
    await window.goTo(`http://127.0.0.1:${(website.address() as AddressInfo).port}/`)
    await window.see('Bait')
    expect(await window.wordsInFrame()).not.toContain('Medlar Orchard')
  } finally {
    website.close()
  }
})
