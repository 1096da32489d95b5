import { type ReactNode, Suspense, useRef } from 'react'
import { lazyWithRetry } from '../../../ui/layout/lazy-with-retry.ts'
import { Skeleton } from '../../../ui/text/skeleton.tsx'
import { type PaymentOption, usePayer } from '../payer.ts'
import type { Totals, Values } from '../payment-values.ts'
import type { TokenMaker } from './stripe-fields.tsx'
import { useFieldsState } from './use-fields-state.tsx'
import { useTokens } from './use-tokens.ts'

/** Fetched when LawPay takes the payment. */
const LawPayFields = lazyWithRetry(() => import('../lawpay/lawpay-fields.tsx'), 'LawPayFields')

/** Fetched when QuickBooks Payments takes the payment. */
const QuickBooksFields = lazyWithRetry(
  () => import('../quickbooks/quickbooks-fields.tsx'),
  'QuickBooksFields',
)

/** Fetched when a processor with its own card fields is chosen. */
const StripeFields = lazyWithRetry(() => import('./stripe-fields.tsx'), 'StripeFields')

export interface CardFrame {
  /** The processor's own fields; null where the fields are ours. */
  readonly fields: ReactNode
  /** True when nothing is missing in the processor's own fields. */
  readonly complete: boolean
  /** Returns true when the fields are there. Otherwise tells the payer that they are not. */
  readonly press: () => boolean
  /** Adds what the fields were made into to a payment; undefined where the fields are ours. */
  readonly finish:
    | ((body: Record<string, string | boolean>) => ReturnType<ReturnType<typeof useTokens>>)
    | undefined
}

const OWN_FIELDS: CardFrame = { fields: null, complete: true, press: () => true, finish: undefined }

/** The fields of a processor that draws them itself, in a frame, or that gets what they have from the browser. */
export function useCardFrame(
  option: PaymentOption,
  values: Values,
  totals: Totals | null,
  companyName: string,
): CardFrame {
  const { preview } = usePayer()
  const maker = useRef<TokenMaker>(null)
  const addToken = useTokens()
  const { complete, press, setState, frame } = useFieldsState()
  const { script, token_address: tokenAddress } = option.extra_data
  const isFramed = option.type !== 'paypal' && (script ?? tokenAddress) !== undefined
  if (!isFramed || preview) return OWN_FIELDS
  return {
    complete,
    press,
    finish: (body) => addToken(body, maker.current!),
    fields: frame(
      <Suspense fallback={<Skeleton className="h-40" />}>
        {tokenAddress !== undefined ? (
          <QuickBooksFields key={option.type} option={option} maker={maker} onState={setState} />
        ) : option.provider === 'lawpay' ? (
          <LawPayFields key={option.type} option={option} maker={maker} onState={setState} />
        ) : (
          <StripeFields
            key={option.type}
            option={option}
            companyName={companyName}
            minor={totals?.minor ?? 0}
            store={values.store_method === true || values.enable_auto_payments === true}
            maker={maker}
            onState={setState}
          />
        )}
      </Suspense>,
    ),
  }
}
