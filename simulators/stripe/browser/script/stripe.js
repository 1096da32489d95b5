// Simulated Stripe.js: same calls and answers, with this simulator's origin in place of js.stripe.com. Fields live in
// frames of that origin, so the page that includes the script never sees a number.
import { callApi, cloneable, completeAction, invalid, pathOf } from './actions.js'
import { Elements } from './elements.js'

class StripeInstance {
  constructor(key, options) {
    if (!/^pk_/.test(key ?? '')) throw new Error('Please call Stripe() with your publishable key.')
    this.credentials = { key, account: options?.stripeAccount }
    this.locale = options?.locale
  }

  elements(options) {
    return new Elements(this.credentials, { locale: this.locale, ...options })
  }

  confirmPayment(given) {
    return this.confirm(given)
  }

  confirmSetup(given) {
    return this.confirm(given)
  }

  async confirm({ elements, clientSecret, confirmParams = {}, redirect = 'always' }) {
    const secret = clientSecret ?? elements?.options.clientSecret
    if (!secret) return invalid('confirmPayment needs the clientSecret of an intent.')
    const { payment_method: stored, return_url: returnUrl } = confirmParams
    const fields = { use_stripe_sdk: 'true', ...(returnUrl && { return_url: returnUrl }) }
    const result =
      typeof stored === 'string'
        ? await this.confirmStored(secret, { ...fields, payment_method: stored })
        : await elements.payingElement().ask('confirm', { secret, fields, details: cloneable(confirmParams) })
    if (elements) elements.payer = undefined
    const ended = await completeAction(this.credentials, result, true)
    const intent = ended.paymentIntent ?? ended.setupIntent
    if (redirect === 'if_required' || !intent || !returnUrl) return ended
    const back = new URL(returnUrl)
    back.searchParams.set(intent.object, intent.id)
    back.searchParams.set(`${intent.object}_client_secret`, intent.client_secret)
    back.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'pending')
    location.assign(back)
    return new Promise(() => {})
  }

  /** Makes the fields into a payment method, which the page's server charges. */
  createPaymentMethod({ elements, params }) {
    const element = elements.payingElement()
    elements.payer = undefined
    return element.ask('create', { details: cloneable({ payment_method_data: params }) })
  }

  confirmStored(secret, fields) {
    return callApi(this.credentials, 'POST', `${pathOf(secret)}/confirm`, {
      client_secret: secret,
      ...fields,
    })
  }

  /** Confirms with a stored method's id, or with a mounted element: { payment_method: 'pm_…' | { card } }. */
  async confirmCardPayment(secret, { payment_method: method } = {}, { handleActions = true } = {}) {
    const fields = { use_stripe_sdk: 'true' }
    const result =
      typeof method === 'object'
        ? await method.card.ask('confirm', {
            secret,
            fields,
            details: { payment_method_data: cloneable({ billing_details: method.billing_details }) },
          })
        : await this.confirmStored(secret, method ? { ...fields, payment_method: method } : fields)
    return handleActions ? completeAction(this.credentials, result, false) : result
  }

  confirmCardSetup(secret, data, options) {
    return this.confirmCardPayment(secret, data, options)
  }

  async confirmUsBankAccountPayment(secret, { payment_method: method } = {}) {
    return this.confirmStored(secret, {
      'mandate_data[customer_acceptance][type]': 'online',
      'mandate_data[customer_acceptance][online][infer_from_client]': 'true',
      ...(typeof method === 'string' && { payment_method: method }),
    })
  }

  verifyMicrodepositsForPayment(secret, data) {
    const fields = { client_secret: secret }
    if (data.descriptor_code) fields.descriptor_code = data.descriptor_code
    for (const [index, amount] of (data.amounts ?? []).entries()) fields[`amounts[${index}]`] = String(amount)
    return callApi(this.credentials, 'POST', `${pathOf(secret)}/verify_microdeposits`, fields)
  }

  async handleNextAction({ clientSecret }) {
    const result = await this.retrieve(clientSecret)
    return completeAction(this.credentials, result, false)
  }

  handleCardAction(clientSecret) {
    return this.handleNextAction({ clientSecret })
  }

  retrieve(secret) {
    return callApi(this.credentials, 'GET', pathOf(secret), { client_secret: secret })
  }

  retrievePaymentIntent(secret) {
    return this.retrieve(secret)
  }

  retrieveSetupIntent(secret) {
    return this.retrieve(secret)
  }

  registerAppInfo() {}

  _registerWrapper() {}
}

window.Stripe = (key, options) => new StripeInstance(key, options)
window.Stripe.version = 'endive'
