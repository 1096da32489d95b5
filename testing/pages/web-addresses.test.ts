import { expect, it } from 'vitest'
import { returnPath } from '../../web/business/auth/return-path.ts'
import { businessAddresses } from './web-addresses.ts'

/** Pages that need no login, and pages that redirect. */
const OPEN_TO_ANYONE =
  /^\/(\$|login|signup|check-your-email|email-verification|forgot-password|password-reset|privacy|ista-report|google-redirect|facebook-redirect|qbo-|openid-login|quickbooks-(sso|redirect|payments)|xero-redirect|sso|clio-redirect|stripe-callback|lawpay-callback|paypal-callback|confirm-payment-plan)/

it('every page that needs a login is a valid return path after it', () => {
  const pages = businessAddresses().filter((address) => !OPEN_TO_ANYONE.test(address))
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter((address) => returnPath(address.replaceAll('$', '')) === null)).toEqual([])
})
