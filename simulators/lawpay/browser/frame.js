// One hosted field in a frame. The frames of a form share what was typed over a channel, which the page can't read.
const query = new URLSearchParams(location.search)
const type = query.get('type')
const channel = new BroadcastChannel(`hosted-fields-${query.get('form')}`)
const input = document.querySelector('input')
const others = {}
const LABELS = {
  credit_card_number: 'Card number',
  cvv: 'Security code',
  routing_number: 'Routing number',
  bank_account_number: 'Account number',
}
input.setAttribute('aria-label', LABELS[type])
for (const [name, value] of Object.entries(JSON.parse(query.get('css') || '{}')))
  input.style.setProperty(name, value)

const post = (message) => parent.postMessage({ hostedField: type, ...message }, '*')
const share = () => channel.postMessage({ type, value: input.value })

input.addEventListener('input', () => {
  share()
  post({ event: 'change', filled: input.value.replace(/\D/g, '').length >= 3 })
})
input.addEventListener('focus', () => post({ event: 'focus' }))
input.addEventListener('blur', () => post({ event: 'blur' }))
channel.addEventListener('message', ({ data }) => {
  if (data.ask) share()
  else others[data.type] = data.value
})
channel.postMessage({ ask: true })

addEventListener('message', async ({ data }) => {
  if (data?.hostedFieldsFocus === type) input.focus()
  if (!data?.hostedFieldsToken) return
  const { id, publicKey, form } = data.hostedFieldsToken
  const bank = type === 'bank_account_number'
  const body = {
    type: bank ? 'bank' : 'card',
    number: input.value,
    ...(bank ? { routing_number: others.routing_number || '' } : { cvv: others.cvv || '' }),
    ...form,
  }
  const reply = await fetch('/v1/tokens', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Basic ${btoa(`${publicKey}:`)}` },
    body: JSON.stringify(body),
  })
  post({ event: 'token', id, ok: reply.ok, answer: await reply.json() })
})
post({ event: 'ready' })
