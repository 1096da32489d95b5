// Calls of the API by publishable key, and the bank's page.

export const ORIGIN = new URL(document.currentScript.src).origin

/** Drops functions, which can't be sent to a frame. */
export const cloneable = (value) => JSON.parse(JSON.stringify(value ?? {}))

export const invalid = (message) => ({ error: { type: 'invalid_request_error', message } })

/** Calls the API with the publishable key; the answer has Stripe.js's shape. */
export async function callApi(credentials, method, path, fields) {
  const form = new URLSearchParams({ key: credentials.key, ...fields })
  if (credentials.account) form.set('_stripe_account', credentials.account)
  try {
    const reply =
      method === 'GET'
        ? await fetch(`${ORIGIN}/v1/${path}?${form}`)
        : await fetch(`${ORIGIN}/v1/${path}`, { method, body: form })
    const body = await reply.json()
    return body.error ? { error: body.error } : named(body)
  } catch {
    return {
      error: {
        type: 'api_connection_error',
        message: 'We are experiencing issues connecting to our servers.',
      },
    }
  }
}

const named = (intent) =>
  intent.object === 'setup_intent' ? { setupIntent: intent } : { paymentIntent: intent }

export const pathOf = (secret) => {
  const id = String(secret).split('_secret_')[0]
  return `${id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${id}`
}

/** Shows the bank's page in a dialog until the customer ends it. */
function showChallenge(url) {
  return new Promise((resolve) => {
    const before = document.activeElement
    const dialog = document.createElement('div')
    dialog.setAttribute('role', 'dialog')
    dialog.setAttribute('aria-modal', 'true')
    dialog.setAttribute('aria-label', 'Payment authentication')
    Object.assign(dialog.style, {
      position: 'fixed',
      inset: '0',
      zIndex: '2147483647',
      display: 'grid',
      placeItems: 'center',
      background: 'rgb(0 0 0 / 55%)',
    })
    const frame = document.createElement('iframe')
    frame.title = 'Authentication by your bank'
    frame.src = url
    Object.assign(frame.style, {
      border: '0',
      width: 'min(92vw, 32rem)',
      height: 'min(88vh, 26rem)',
      borderRadius: '10px',
      background: '#fff',
    })
    dialog.append(frame)
    const end = (event) => {
      if (event.source !== frame.contentWindow || event.data?.stripe !== 'challenge-done') return
      removeEventListener('message', end)
      dialog.remove()
      before?.focus?.()
      resolve()
    }
    addEventListener('message', end)
    document.body.append(dialog)
    frame.focus()
  })
}

/** Does what the intent asks for next, and returns its last state. */
export async function completeAction(credentials, result, redirects) {
  const intent = result.paymentIntent ?? result.setupIntent
  const action = intent?.next_action
  if (action?.type === 'redirect_to_url' && redirects) {
    location.assign(action.redirect_to_url.url)
    return new Promise(() => {})
  }
  if (action?.type !== 'use_stripe_sdk' && action?.type !== 'redirect_to_url') return result
  await showChallenge(`${ORIGIN}/challenge/${intent.id}`)
  const last = await callApi(credentials, 'GET', pathOf(intent.client_secret), {
    client_secret: intent.client_secret,
  })
  const ended = last.paymentIntent ?? last.setupIntent
  const error = ended?.last_payment_error ?? ended?.last_setup_error
  if (!error || ended.status !== 'requires_payment_method') return last
  return { error: { ...error, [ended.object]: ended } }
}
