import { contract } from '../../../contract/index.ts'
import { browserSession } from '../portal-session.ts'
import { arrival } from './arrival.ts'
import { keepPreview } from './kept-preview.ts'

/** A preview code: 256 bits as the server writes them. A session token does not match and is never sent. */
const CODE = /^[\w-]{43}$/

/** Exchanges the address's code for a preview session, once for each page. Null without a code. */
export const entering: Promise<void> | null = arrival?.has('token') ? enter(arrival) : null
entering?.catch(() => {})

async function enter(asked: URLSearchParams): Promise<void> {
  const code = asked.get('token') ?? ''
  const customer = asked.get('customerId')
  const account = asked.get('accountId') ?? asked.get('account')
  const subDomain = asked.get('subdomain') ?? ''
  if (!CODE.test(code)) throw new Error('This preview link is incomplete.')
  if (subDomain !== '' && subDomain.toLowerCase() !== window.location.hostname.split('.')[0])
    throw new Error('This preview is for another company’s portal.')
  const { session } = browserSession
  const opened = await session.call(contract.preview.open, {
    body: { code, ...(customer && { customer }), ...(account && { account }) },
  })
  keepPreview({ customer: opened.customer.short_name, endsAtMs: Date.now() + opened.ends_in_s * 1000 })
  session.signIn(opened)
  session.chooseCustomer(opened.customer.pk)
}
