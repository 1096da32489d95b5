import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { callApi } from './api.ts'
import { type Company, freshEmail, inCompany, PASSWORD } from './company.ts'
import { mailTo } from './mail.ts'

const STEP_MS = 30_000

/** Returns the authenticator's code, `steps` periods of 30 seconds ahead. Each code works once. */
export const generateCode = (key: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * STEP_MS })

/** Returns the authenticator's key from the text below the QR code. */
export async function readKey(container: Page | Locator): Promise<string> {
  const key = await container.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()
  return key!.replaceAll(' ', '')
}

/** Turns on two-step login for the user of this session through the API. Returns the authenticator's key. */
export async function turnOnSecondFactor(request: APIRequestContext, token: string): Promise<string> {
  const path = '/api/profile/second-factor/'
  const body = { current_password: PASSWORD }
  const { secret } = await callApi<{ secret: string }>(request, 'POST', path, { token, body })
  await callApi(request, 'POST', `${path}confirm/`, { token, body: { auth_code: generateCode(secret) } })
  return secret
}

/** Invites an admin and accepts the invitation through the API. */
export async function addAdmin(request: APIRequestContext, company: Company): Promise<{ email: string }> {
  const email = freshEmail('admin')
  await inCompany(request, company, 'POST', 'team/invitations/', { email, role: 'admin' })
  const { text } = await mailTo(request, email, /You are invited/)
  const code = /\/signup\/invite\/([\w-]+)/.exec(text)![1]!
  const person = { email, password1: PASSWORD, password2: PASSWORD, first_name: 'Ann', last_name: 'Admin' }
  await callApi(request, 'POST', `/api/profile/signup/?invite=${code}`, { body: person })
  return { email }
}
