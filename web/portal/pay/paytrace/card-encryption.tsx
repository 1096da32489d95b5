import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import { contract } from '../../../../contract/index.ts'
import { brandOf } from '../../../../domain/payments/card-number.ts'
import { t } from '../../../ui/language/text.ts'
import { Note } from '../../../ui/text/note.tsx'
import { usePayer } from '../payer.ts'
import { type FieldsState, useReportedState } from '../stripe/fields-state.ts'
import { encryptText, importKey } from './encrypt-text.ts'

type Body = Record<string, string | boolean>

/**
 * Returns the fields of a card as they are sent: its number and security code encrypted for the processor, its last digits and its
 * brand, which nobody can read afterwards. Throws an error whose message the payer reads.
 */
export type Encrypt = (body: Body) => Promise<Body>

/** Encrypts a card by the browser's own cryptography, which exists only on pages that nobody can change on their way. */
export function CardEncryption({
  encrypt,
  onState,
}: {
  encrypt: RefObject<Encrypt | null>
  onState: (state: FieldsState) => void
}) {
  const { call } = usePayer()
  const key = useRef<Promise<CryptoKey> | null>(null)
  const isAble = globalThis.crypto?.subtle !== undefined
  const readKey = async (): Promise<CryptoKey> => {
    key.current ??= call(contract.payments.encryptionKey).then(importKey)
    try {
      return await key.current
    } catch {
      key.current = null
      throw new Error(t('Your card couldn’t be encrypted, so nothing was sent. Please try again.'))
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, so that the key is there when Pay is pressed
  useEffect(() => {
    // A key that can't be read now is read again when it is needed, and the payer learns it then.
    if (isAble) readKey().catch(() => {})
  }, [])
  useReportedState(isAble ? 'complete' : 'failed', onState)
  useImperativeHandle(encrypt, () => async (body) => {
    if (!isAble) throw new Error(t('This browser can’t encrypt your card.'))
    const publicKey = await readKey()
    const number = String(body.number).replace(/\D/g, '')
    return {
      number: await encryptText(publicKey, number),
      cvc: await encryptText(publicKey, String(body.cvc)),
      last_four_digits: number.slice(-4),
      card_provider: brandOf(number),
    }
  })
  if (isAble) return null
  return (
    <Note tone="error" title={t('This browser can’t encrypt your card.')}>
      {t('Open this page in a current browser, by an address that begins with https, or pay another way.')}
    </Note>
  )
}
