// The Sandbox's replacement for PayPal's script: the same interface, but its window is our own page, on which
// no money moves. In a block, so that it can be loaded again.
{
  const CLOSED_CHECK_MS = 300

  /** The payer's answer in the window: 'approved' or 'canceled', also when they closed it. */
  const answerInWindow = (opened, order) =>
    new Promise((resolve) => {
      const finish = (answer) => {
        clearInterval(timer)
        window.removeEventListener('message', hear)
        resolve(answer)
      }
      // A closed window's message has no source; only that window knows the order's id.
      const hear = ({ origin, source, data }) => {
        const own = origin === window.location.origin && (source === opened || source === null)
        if (own && data?.sandboxOrder === order) finish(data.answer)
      }
      // A message sent before the window closed may arrive a moment later.
      let wasClosed = false
      const timer = setInterval(() => {
        if (wasClosed) finish('canceled')
        wasClosed = opened.closed
      }, CLOSED_CHECK_MS)
      window.addEventListener('message', hear)
    })

  ;(() => {
    const clientId = new URL(document.currentScript.src).searchParams.get('client-id') ?? ''
    const address = (order) =>
      `/sandbox-approve?${new URLSearchParams({ client_id: clientId, ...(order && { order }) })}`
    const actions = { resolve: () => true, reject: () => false }

    async function pay({ createOrder, onApprove, onCancel, onError }) {
      // Opened during the press, or browsers block the window.
      const opened = window.open(address(), 'sandbox-paypal', 'popup,width=480,height=680')
      if (!opened)
        return onError(new Error('Your browser blocked the PayPal window. Allow it to open, and try again.'))
      try {
        const order = await createOrder()
        opened.location.replace(address(order))
        const answer = await answerInWindow(opened, order)
        if (answer === 'approved') await onApprove({ orderID: order })
        else await onCancel({ orderID: order })
      } catch (error) {
        opened.close()
        onError(error)
      }
    }

    window.paypal = {
      // biome-ignore lint/correctness/noComponentHookFactories: the name is PayPal's, and it is no component
      Buttons: (options) => ({
        render(container) {
          const button = document.createElement('button')
          button.type = 'button'
          button.textContent = 'Pay with PayPal'
          button.className = container.dataset.buttonClass ?? ''
          let underWay = false
          button.addEventListener('click', async () => {
            if (underWay || options.onClick({}, actions) === false) return
            underWay = true
            await pay(options)
            underWay = false
          })
          container.replaceChildren(button)
        },
      }),
    }
  })()
}
