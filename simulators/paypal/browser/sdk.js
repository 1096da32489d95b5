// The simulator's replacement for PayPal's script: the same interface, but its window is the simulator's own page.
{
  const CLOSED_CHECK_MS = 300
  const { origin } = new URL(document.currentScript.src)
  const REFUSED = Symbol('refused')
  const actions = { resolve: () => undefined, reject: () => REFUSED }

  /** The payer's answer in the window: 'approved' or 'canceled', also when they closed it. */
  const answerInWindow = (opened, order) =>
    new Promise((resolve) => {
      const finish = (answer) => {
        clearInterval(timer)
        window.removeEventListener('message', hear)
        resolve(answer)
      }
      const hear = (event) => {
        if (event.origin === origin && event.data?.simulatedPayPal === order) finish(event.data.answer)
      }
      // A message sent before the window closed may arrive a moment later.
      let wasClosed = false
      const timer = setInterval(() => {
        if (wasClosed) finish('canceled')
        wasClosed = opened.closed
      }, CLOSED_CHECK_MS)
      window.addEventListener('message', hear)
    })

  async function pay({ createOrder, onApprove, onCancel, onError }) {
    // Opened during the press, or browsers block the window.
    const opened = window.open(`${origin}/checkoutnow`, 'simulated-paypal', 'popup,width=480,height=720')
    if (!opened) {
      onError?.(new Error('The window was blocked.'))
      return
    }
    try {
      const orderID = await createOrder({ paymentSource: 'paypal' })
      opened.location.replace(`${origin}/checkoutnow?token=${encodeURIComponent(orderID)}`)
      const answer = await answerInWindow(opened, orderID)
      if (answer === 'approved') await onApprove({ orderID, payerID: 'PAYERACCOUNT7' }, {})
      else await onCancel?.({ orderID })
    } catch (error) {
      opened.close()
      onError?.(error)
    }
  }

  window.paypal = {
    version: '5.0.0-simulated',
    Buttons: (options) => ({
      isEligible: () => true,
      close: async () => {},
      async render(container) {
        const button = document.createElement('button')
        button.type = 'button'
        button.textContent = 'Pay with PayPal'
        Object.assign(button.style, {
          width: '100%',
          minHeight: '48px',
          border: '0',
          borderRadius: '6px',
          background: '#ffc439',
          color: '#111',
          font: '600 16px system-ui, sans-serif',
          cursor: 'pointer',
        })
        button.addEventListener('click', async () => {
          if (options.onClick?.({ fundingSource: 'paypal' }, actions) === REFUSED) return
          button.disabled = true
          await pay(options)
          button.disabled = false
        })
        container.replaceChildren(button)
      },
    }),
  }
}
