// The inside of an element's frame: fields, their checks, and the confirmation by publishable key and client secret.
import { FIELDS, findProblem, TEXTS } from './fields.js'

const root = document.querySelector('#root')
const state = { settings: null, method: 'card', pageOrigin: null, touched: false }

const send = (type, detail) => parent.postMessage({ type, ...detail }, state.pageOrigin ?? '*')
const textOf = (key) =>
  (TEXTS[(state.settings?.locale ?? 'en').slice(0, 2)] ?? TEXTS.en)[key] ?? TEXTS.en[key]

/** Creates an element with attributes and children. */
function make(name, attributes = {}, ...children) {
  const node = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
  node.append(...children)
  return node
}

function methodsOf({ element, allowedPaymentMethodTypes, currency }) {
  if (element === 'card') return ['card']
  const allowed = allowedPaymentMethodTypes ?? ['card', 'us_bank_account']
  const known = allowed.filter(
    (type) => type === 'card' || (type === 'us_bank_account' && (currency ?? 'usd') === 'usd'),
  )
  return known.length > 0 ? known : ['card']
}

function draw() {
  const methods = methodsOf(state.settings)
  if (!methods.includes(state.method)) state.method = methods[0]
  const chooser = make('fieldset', {}, make('legend', {}, textOf('method')))
  for (const type of methods) {
    const radio = make('input', { type: 'radio', name: 'method', value: type })
    radio.checked = type === state.method
    radio.addEventListener('change', () => {
      state.method = type
      draw()
      document.querySelector(`[name=method][value=${type}]`).focus()
    })
    chooser.append(make('label', {}, radio, textOf(type)))
  }
  chooser.hidden = methods.length < 2
  const form = make('form', { novalidate: '', autocomplete: 'on' }, chooser)
  for (const line of FIELDS[state.method]) form.append(make('div', { class: 'row' }, ...line.map(fieldOf)))
  if (state.method === 'us_bank_account' && state.settings.elementOptions?.terms?.usBankAccount !== 'never')
    form.append(make('p', { class: 'note' }, textOf('mandate')))
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('input', reportChange)
  root.replaceChildren(form)
  measure()
  reportChange()
}

function fieldOf(field) {
  const input = field.options
    ? make(
        'select',
        {},
        ...field.options.map((value) => make('option', { value }, textOf(`option_${value}`))),
      )
    : make('input', { inputmode: field.inputmode ?? 'text', autocomplete: field.autocomplete ?? 'off' })
  input.id = field.name
  input.name = field.name
  if (field.placeholder) input.placeholder = field.placeholder
  input.addEventListener('blur', () => input.value !== '' && showProblem(field.name))
  const error = make('p', { class: 'error', id: `${field.name}-error`, role: 'alert' })
  error.hidden = true
  return make('div', { class: 'field' }, make('label', { for: field.name }, textOf(field.name)), input, error)
}

const values = () =>
  Object.fromEntries(
    [...root.querySelectorAll('input[id],select[id]')].map(({ id, value }) => [id, value.trim()]),
  )
const fieldsShown = () => FIELDS[state.method].flat()

function showProblem(name) {
  const problem = findProblem(name, values())
  const [input, error] = [document.getElementById(name), document.getElementById(`${name}-error`)]
  error.hidden = problem === null
  error.textContent = problem === null ? '' : textOf(problem)
  if (problem === null) input.removeAttribute('aria-invalid')
  else input.setAttribute('aria-invalid', 'true')
  input.setAttribute('aria-describedby', `${name}-error`)
  measure()
  return problem
}

function reportChange() {
  const current = values()
  const names = fieldsShown().map(({ name }) => name)
  send('change', {
    detail: {
      complete: names.every((name) => findProblem(name, current) === null),
      empty: names.every((name) => !current[name]),
      collapsed: false,
      value: { type: state.method },
      brand: current.number?.startsWith('4') ? 'visa' : 'unknown',
    },
  })
}

const measure = () => send('resize', { height: Math.ceil(root.getBoundingClientRect().height) + 8 })

/** Shows what is wrong in the fields. Returns Stripe.js's validation error, or nothing. */
function submit() {
  const wrong = fieldsShown().find(({ name }) => showProblem(name) !== null)
  for (const { name } of fieldsShown()) showProblem(name)
  if (wrong === undefined) return {}
  document.getElementById(wrong.name).focus()
  const problem = findProblem(wrong.name, values())
  return { error: { type: 'validation_error', code: problem, message: textOf(problem) } }
}

/** Adds nested values in the API's form notation. */
function appendNested(form, prefix, value) {
  if (value === undefined || value === null) return
  if (typeof value !== 'object') form.set(prefix, String(value))
  else for (const [key, inner] of Object.entries(value)) appendNested(form, `${prefix}[${key}]`, inner)
}

function methodData(details) {
  const current = values()
  const given = details.payment_method_data?.billing_details ?? {}
  if (state.settings.element === 'expressCheckout')
    return {
      type: 'card',
      card: { number: '4242424242424242', exp_month: 12, exp_year: new Date().getFullYear() + 3, cvc: '123' },
      billing_details: given,
    }
  if (state.method === 'us_bank_account')
    return {
      type: 'us_bank_account',
      us_bank_account: {
        account_holder_type: 'individual',
        account_number: current.account,
        routing_number: current.routing,
        ...(current.verification === 'instant' && { financial_connections_account: 'fca_simulated' }),
      },
      billing_details: { ...given, name: current.name },
    }
  const [month, year] = current.expiry.split('/').map((part) => part.trim())
  return {
    type: 'card',
    card: {
      number: current.number.replaceAll(' ', ''),
      exp_month: Number(month),
      exp_year: 2000 + Number(year),
      cvc: current.cvc,
    },
    billing_details: { ...given, address: { ...given.address, postal_code: current.zip } },
  }
}

async function confirm({ secret, fields, details }) {
  if (state.settings.element !== 'expressCheckout') {
    const checked = submit()
    if (checked.error) return checked
  }
  const id = secret.split('_secret_')[0]
  const form = new URLSearchParams({ key: state.settings.key, client_secret: secret, ...fields })
  if (state.settings.account) form.set('_stripe_account', state.settings.account)
  appendNested(form, 'payment_method_data', methodData(details))
  if (state.method === 'us_bank_account') {
    appendNested(form, 'mandate_data', {
      customer_acceptance: { type: 'online', online: { infer_from_client: true } },
    })
    appendNested(form, 'payment_method_options', {
      us_bank_account: { verification_method: values().verification },
    })
  }
  const kind = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
  try {
    const reply = await fetch(`/v1/${kind}/${id}/confirm`, { method: 'POST', body: form })
    const body = await reply.json()
    if (body.error) return { error: body.error }
    return kind === 'setup_intents' ? { setupIntent: body } : { paymentIntent: body }
  } catch {
    return { error: { type: 'api_connection_error', message: textOf('connection') } }
  }
}

/** Makes the fields into a payment method, by the publishable key. */
async function createMethod({ details }) {
  if (state.settings.element !== 'expressCheckout') {
    const checked = submit()
    if (checked.error) return checked
  }
  const form = new URLSearchParams({ key: state.settings.key })
  if (state.settings.account) form.set('_stripe_account', state.settings.account)
  for (const [name, value] of Object.entries(methodData(details))) appendNested(form, name, value)
  try {
    const reply = await fetch('/v1/payment_methods', { method: 'POST', body: form })
    const body = await reply.json()
    return body.error ? { error: body.error } : { paymentMethod: body }
  } catch {
    return { error: { type: 'api_connection_error', message: textOf('connection') } }
  }
}

/** Applies the page's theme: `night`, and the variables that a page usually sets. */
function applyAppearance({ theme, variables = {} } = {}) {
  const night = theme === 'night' || theme === 'dark'
  const set = (name, value) => value && document.documentElement.style.setProperty(name, value)
  set('--text', variables.colorText ?? (night ? '#f2f3f7' : undefined))
  set('--muted', variables.colorTextSecondary ?? (night ? '#b6bccb' : undefined))
  set('--field', variables.colorBackground ?? (night ? '#1f2433' : undefined))
  set('--primary', variables.colorPrimary)
  set('--danger', variables.colorDanger ?? (night ? '#ff8fa8' : undefined))
  set('--radius', variables.borderRadius)
  set('--font', variables.fontFamily)
  document.documentElement.style.colorScheme = night ? 'dark' : 'light'
  document.documentElement.lang =
    state.settings.locale && state.settings.locale !== 'auto' ? state.settings.locale : 'en'
}

const WALLETS = { applePay: 'Apple Pay', googlePay: 'Google Pay', link: 'Link' }

async function drawWallets() {
  const wallets = await (await fetch('/elements/wallets')).json()
  const buttons = wallets.map((wallet) => {
    const button = make('button', { type: 'button' }, WALLETS[wallet] ?? wallet)
    button.addEventListener('click', () =>
      send('wallet', { wallet: wallet.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`) }),
    )
    return button
  })
  root.replaceChildren(...buttons)
  send('resize', { height: wallets.length === 0 ? 0 : Math.ceil(root.getBoundingClientRect().height) + 8 })
  const methods = Object.fromEntries(wallets.map((wallet) => [wallet, true]))
  send('ready', { detail: { availablePaymentMethods: wallets.length === 0 ? undefined : methods } })
}

async function start(settings) {
  state.settings = settings
  applyAppearance(settings.appearance)
  if (settings.element === 'expressCheckout') {
    await drawWallets()
    return
  }
  draw()
  send('ready', { detail: {} })
}

addEventListener('message', async (event) => {
  if (event.source !== parent || !event.data?.stripe) return
  state.pageOrigin ??= event.origin
  if (event.origin !== state.pageOrigin) return
  const { type, id, settings } = event.data
  if (type === 'init') await start(settings)
  else if (type === 'update') {
    const methodsBefore = methodsOf(state.settings).join()
    state.settings = settings
    applyAppearance(settings.appearance)
    if (settings.element !== 'expressCheckout' && methodsOf(settings).join() !== methodsBefore) draw()
  } else if (type === 'focus') root.querySelector('input[id]')?.focus()
  else if (type === 'clear') draw()
  else if (type === 'submit') send('answer', { id, result: submit() })
  else if (type === 'create') send('answer', { id, result: await createMethod(event.data) })
  else if (type === 'confirm') send('answer', { id, result: await confirm(event.data) })
})
parent.postMessage({ type: 'hello' }, '*')
