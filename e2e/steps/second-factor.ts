import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { callApi } from './api.ts'
import { type Company, freshEmail, inCompany, PASSWORD } from './company.ts'
import { mailTo } from './mail.ts'

const STEP_MS = 30_000

/** What the app on the phone shows; each code works once, so a later one is that of a later step. */
export const codeOf = (key: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * STEP_MS })

/** The app's key, as it stands under the QR code. */
export async function keyShown(place: Page | Locator): Promise<string> {
  const key = await place.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()
  return key!.replaceAll(' ', '')
}

/** Turns two-step login on for whoever has this session, by the API. Returns the app's key. */
export async function turnOnSecondFactor(request: APIRequestContext, token: string): Promise<string> {
  const path = '/api/profile/second-factor/'
  const body = { current_password: PASSWORD }
  const { secret } = await callApi<{ secret: string }>(request, 'POST', path, { token, body })
  await callApi(request, 'POST', `${path}confirm/`, { token, body: { auth_code: codeOf(secret) } })
  return secret
}

/** Somebody whom the owner invited as an admin, and who accepted by the mail's link. */
export async function addAdmin(request: APIRequestContext, company: Company): Promise<{ email: string }> {
  const email = freshEmail('admin')
  await inCompany(request, company, 'POST', 'team/invitations/', { email, role: 'admin' })
  const { text } = await mailTo(request, email, /You are invited/)
  const code = /\/signup\/invite\/([\w-]+)/.exec(text)![1]!
  const person = { email, password1: PASSWORD, password2: PASSWORD, first_name: 'Ann', last_name: 'Admin' }
  await callApi(request, 'POST', `/api/profile/signup/?invite=${code}`, { body: person })
  return { email }
}
