import { escapeHtml } from '../../pages/escape-html.ts'
import type { World } from '../state/world.ts'
import { htmlPage, type PageReply } from './html.ts'

/** The page on which a business agrees that a partner acts in its name. `decision`: null to show it. */
export function answerConsent(world: World, code: string, decision: string | null): PageReply {
  const referral = world.referrals.get(code)
  if (!referral)
    return { status: 404, html: htmlPage('This link does not exist', '<p>Ask for a new one.</p>') }
  const { trackingId, returnUrl } = referral
  if (decision === null) return { status: 200, html: showConsent(code) }
  if (decision !== 'agree') return { status: 302, location: returnUrl }
  world.referrals.delete(code)
  const business = world.addBusiness({ name: 'Simulated Studio' })
  if (decision === 'agree') business.trackingId = trackingId
  world.emit(business, 'MERCHANT.ONBOARDING.COMPLETED', 'merchant-onboarding', {
    merchant_id: business.merchantId,
    tracking_id: trackingId,
    partner_client_id: world.partner.clientId,
  })
  const back = new URL(returnUrl)
  const query = {
    merchantId: trackingId,
    merchantIdInPayPal: business.merchantId,
    permissionsGranted: 'true',
    consentStatus: 'true',
    productIntentId: 'addipmt',
    isEmailConfirmed: String(business.emailConfirmed),
    accountStatus: 'BUSINESS_ACCOUNT',
  }
  for (const [name, value] of Object.entries(query)) back.searchParams.set(name, value)
  return { status: 302, location: back.href }
}

const showConsent = (code: string): string =>
  htmlPage(
    'Connect your PayPal account',
    `<p>The partner may take payments and make refunds in your name.</p>
<form method="post" action="/merchantsignup/${escapeHtml(code)}"><p>
<button class="main" name="decision" value="agree">Agree and connect</button><button name="decision" value="later">Not now</button></p></form>`,
  )
