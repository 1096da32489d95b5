// The part of LawPay's script for browsers that Quittance uses.
;(() => {
  const origin = new URL(document.currentScript.src).origin
  let forms = 0

  function initializeFields({ publicKey, fields }, onChange) {
    const form = `${Date.now()}-${++forms}`
    const state = {
      isReady: false,
      fields: fields.map(({ input }) => ({ type: input.type, ready: false, filled: false })),
    }
    const frames = new Map()
    const waiting = new Map()
    let tokens = 0
    for (const { selector, input } of fields) {
      const frame = document.createElement('iframe')
      frame.title = input.type
      frame.src = `${origin}/hostedfields/frame?${new URLSearchParams({ type: input.type, form, css: JSON.stringify(input.css || {}) })}`
      frame.style.cssText = 'border:0;width:100%;height:100%;display:block'
      document.querySelector(selector).append(frame)
      frames.set(input.type, frame)
    }
    addEventListener('message', ({ origin: from, source, data }) => {
      if (from !== origin || ![...frames.values()].some((frame) => frame.contentWindow === source)) return
      const field = state.fields.find(({ type }) => type === data.hostedField)
      if (data.event === 'ready') field.ready = true
      if (data.event === 'change') field.filled = data.filled
      if (data.event === 'token') {
        const { resolve, reject } = waiting.get(data.id)
        waiting.delete(data.id)
        if (data.ok) resolve(data.answer)
        else reject(data.answer)
        return
      }
      state.isReady = state.fields.every(({ ready }) => ready)
      onChange({ isReady: state.isReady, fields: state.fields.map((one) => ({ ...one })) })
    })
    return {
      getState: () => state,
      getPaymentToken: (given) =>
        new Promise((resolve, reject) => {
          const main = frames.get('credit_card_number') ?? frames.get('bank_account_number')
          const id = ++tokens
          waiting.set(id, { resolve, reject })
          main.contentWindow.postMessage({ hostedFieldsToken: { id, publicKey, form: given } }, origin)
        }),
    }
  }

  window.AffiniPay = { HostedFields: { initializeFields } }
})()
