import { Suspense, useRef } from 'react'
import { OWN_CARD_FIELDS_PROVIDER } from '../../../../domain/parsing/form-fields.ts'
import { lazyWithRetry } from '../../../ui/layout/lazy-with-retry.ts'
import { type PaymentOption, usePayer } from '../payer.ts'
import type { CardFrame } from '../stripe/use-card-frame.tsx'
import { useFieldsState } from '../stripe/use-fields-state.tsx'
import type { Encrypt } from './card-encryption.tsx'

/** Fetched when a card is chosen whose number is encrypted here. */
const CardEncryption = lazyWithRetry(() => import('./card-encryption.tsx'), 'CardEncryption')

type Body = Record<string, string | boolean>

/**
 * Encrypts a card that is entered on our own page, and leaves the fields of any other option to `frame`. A payment whose outcome
 * is unknown is sent again with the values that it was sent with, so that the server recognizes it and charges once.
 */
export function useCardEncryption({ provider, type, display }: PaymentOption, frame: CardFrame): CardFrame {
  const { preview } = usePayer()
  const encrypt = useRef<Encrypt>(null)
  const sent = useRef(new Map<unknown, Body>())
  const { complete, press, setState, frame: around } = useFieldsState()
  if (provider !== OWN_CARD_FIELDS_PROVIDER || type !== 'credit_card' || display || preview) return frame
  return {
    complete,
    press,
    fields: around(
      <Suspense>
        <CardEncryption encrypt={encrypt} onState={setState} />
      </Suspense>,
    ),
    async finish(body) {
      const known = sent.current.get(body.request_id)
      if (known) return known
      const encrypted = { ...body, ...(await encrypt.current!(body)) }
      sent.current.set(body.request_id, encrypted)
      return encrypted
    },
  }
}
