import { vouchForScripts } from '../../../ui/pdf/script-address.ts'

export type HostedType = 'credit_card_number' | 'cvv' | 'routing_number' | 'bank_account_number'

/** The part of LawPay's hosted fields in use. */
export interface HostedFields {
  getPaymentToken(form: Readonly<Record<string, string | number>>): Promise<{ id: string }>
}

interface State {
  readonly isReady: boolean
  readonly fields: readonly { readonly type: HostedType; readonly filled?: boolean }[]
}

interface Script {
  initializeFields(
    options: {
      publicKey: string
      fields: readonly {
        selector: string
        input: { type: HostedType; css: Readonly<Record<string, string>> }
      }[]
    },
    onChange: (state: State) => void,
  ): HostedFields
}

/** LawPay's own script is loaded only while it is this one. */
const INTEGRITY = 'sha384-OInNoiApwwsc6xI2N+o4KHZ522+EmLGDTJFLwDEmuUum73mVEuytiQgy1/xpoEJO'
const LAWPAY_HOST = 'cdn.affinipay.com'

/** LawPay's own address, or a simulator on this machine. */
const isLawPays = (address: string): boolean => {
  const url = URL.parse(address)
  return (
    url !== null &&
    ((url.protocol === 'https:' && url.hostname === LAWPAY_HOST) ||
      (url.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)))
  )
}

const asScript = vouchForScripts('lawpay-script', isLawPays)

let loading: Promise<void> | null = null

/** Loads LawPay's script once. A script that failed to load is loaded again by the next call. */
export async function loadHostedFields(address: string): Promise<Script> {
  loading ??= addScript(address)
  try {
    await loading
  } catch (error) {
    loading = null
    throw error
  }
  const { AffiniPay } = window as { AffiniPay?: { HostedFields: Script } }
  if (!AffiniPay) throw new Error('no hosted fields')
  return AffiniPay.HostedFields
}

const addScript = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = asScript(address)
    if (URL.parse(address)?.hostname === LAWPAY_HOST) {
      script.integrity = INTEGRITY
      script.crossOrigin = 'anonymous'
    }
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error('Failed to load the card fields'))
    }
    document.head.append(script)
  })
