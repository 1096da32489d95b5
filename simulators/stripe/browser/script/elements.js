import { cloneable, ORIGIN } from './actions.js'

const FRAME_HEIGHT = { payment: 260, card: 220, expressCheckout: 0 }
let messages = 0

/** One element: a frame of the simulator, and the channel to it. */
class StripeElement {
  constructor(type, elements, options) {
    Object.assign(this, { type, elements, options: options ?? {}, listeners: {}, answers: new Map() })
    this.ready = new Promise((resolve) => {
      this.setReady = resolve
    })
    this.complete = false
  }

  mount(target) {
    const parent = typeof target === 'string' ? document.querySelector(target) : target
    if (!parent) throw new Error(`The selector you specified (${target}) applies to no DOM elements.`)
    const frame = document.createElement('iframe')
    frame.title =
      this.type === 'expressCheckout' ? 'Secure express checkout frame' : 'Secure payment input frame'
    frame.src = `${ORIGIN}/elements/frame`
    Object.assign(frame.style, {
      border: '0',
      width: '100%',
      height: `${FRAME_HEIGHT[this.type]}px`,
      display: 'block',
    })
    this.onMessage = (event) => {
      if (event.source === frame.contentWindow && event.origin === ORIGIN) this.receive(event.data)
    }
    addEventListener('message', this.onMessage)
    frame.addEventListener('error', () => this.emit('loaderror', { error: { type: 'api_connection_error' } }))
    this.frame = frame
    parent.replaceChildren(frame)
  }

  receive(message) {
    if (message.type === 'hello') this.send('init', this.elements.settings(this.type, this.options))
    else if (message.type === 'ready') {
      this.setReady()
      this.emit('ready', message.detail)
    } else if (message.type === 'resize') this.frame.style.height = `${message.height}px`
    else if (message.type === 'change') {
      this.complete = message.detail.complete
      this.emit('change', message.detail)
    } else if (message.type === 'wallet') this.payByWallet(message.wallet)
    else if (message.type === 'answer') this.answers.get(message.id)?.(message.result)
  }

  /** The page confirms within its handler of 'confirm', which follows once it resolved the click. */
  payByWallet(expressPaymentType) {
    const resolve = () => {
      this.elements.payer = this
      this.emit('confirm', { expressPaymentType, paymentFailed: () => {} })
    }
    if (!this.emit('click', { expressPaymentType, resolve, reject: () => this.emit('cancel', {}) })) resolve()
  }

  send(type, detail) {
    this.frame?.contentWindow?.postMessage({ stripe: true, type, ...detail }, ORIGIN)
  }

  async ask(type, detail) {
    if (!this.frame) throw new Error('We could not retrieve data from the specified Element. Mount it first.')
    await this.ready
    const id = ++messages
    const answer = new Promise((resolve) => {
      this.answers.set(id, resolve)
    })
    this.send(type, { id, ...detail })
    return answer.finally(() => this.answers.delete(id))
  }

  emit(type, detail) {
    const listeners = this.listeners[type] ?? []
    for (const listener of listeners) listener({ elementType: this.type, ...detail })
    return listeners.length > 0
  }

  on(type, listener) {
    this.listeners[type] = [...(this.listeners[type] ?? []), listener]
    return this
  }

  once(type, listener) {
    const wrapped = (event) => {
      this.off(type, wrapped)
      listener(event)
    }
    return this.on(type, wrapped)
  }

  off(type, listener) {
    this.listeners[type] = (this.listeners[type] ?? []).filter((one) => listener && one !== listener)
    return this
  }

  update(options) {
    Object.assign(this.options, options)
    this.send('update', this.elements.settings(this.type, this.options))
  }

  focus() {
    this.frame?.focus()
    this.send('focus', {})
  }

  blur() {
    this.frame?.blur()
  }

  clear() {
    this.send('clear', {})
  }

  collapse() {}

  unmount() {
    removeEventListener('message', this.onMessage)
    this.frame?.remove()
    this.frame = undefined
  }

  destroy() {
    this.unmount()
    this.listeners = {}
    this.elements.remove(this)
  }
}

/** The elements of one payment. */
export class Elements {
  constructor(credentials, options) {
    this.credentials = credentials
    this.options = { ...options }
    this.created = []
    this.payer = undefined
  }

  settings(type, options) {
    return {
      settings: { ...this.options, element: type, elementOptions: cloneable(options), ...this.credentials },
    }
  }

  create(type, options) {
    if (!(type in FRAME_HEIGHT))
      throw new Error(`A valid Element name must be provided. You passed: ${type}.`)
    if (this.getElement(type)) throw new Error(`Can only create one Element of type ${type}.`)
    const element = new StripeElement(type, this, options)
    this.created.push(element)
    return element
  }

  getElement(type) {
    const name = typeof type === 'string' ? type : type?.__elementType
    return this.created.find((element) => element.type === name) ?? null
  }

  remove(element) {
    this.created = this.created.filter((one) => one !== element)
  }

  update(options) {
    Object.assign(this.options, options)
    for (const element of this.created) element.update({})
  }

  async fetchUpdates() {
    return {}
  }

  /** Checks the fields that the customer filled in; the field with an error shows it. */
  async submit() {
    const element = this.payingElement()
    return element === this.payer ? {} : element.ask('submit', {})
  }

  payingElement() {
    const element = this.payer ?? this.created.find(({ type }) => type !== 'expressCheckout')
    if (!element) throw new Error('There is no Element with payment details.')
    return element
  }
}
