import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { contract } from '../../../contract/index.ts'
import { ApiError, rateLimitText } from '../../session/calls/api-error.ts'
import { requestOutcome, useRequestId } from '../../session/calls/request-id.ts'
import { invalidateQuery } from '../../session/calls/use-query.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { t } from '../../ui/language/text.ts'
import { type Payer, type PayerPayment, type PaymentOption, usePayer } from './payer.ts'
import { optionIdOf } from './payment-values.ts'

export interface PayFailure {
  readonly title: string
  readonly body: string
  /** The outcome is unknown: the same payment can be sent again and is charged once. */
  readonly again: boolean
  /** Type of the declined payment method, of which nothing was charged; null for every other failure. */
  readonly declined: PaymentOption['type'] | null
}

interface Attempt {
  readonly option: PaymentOption
  readonly body: Record<string, string | boolean>
  /** Completes the body just before it is sent. */
  readonly finish?: ((body: Attempt['body']) => Promise<Attempt['body']>) | undefined
}

interface Problems {
  readonly failure: PayFailure | null
  readonly fields: Readonly<Record<string, string>>
}

const NO_PROBLEMS: Problems = { failure: null, fields: {} }

type Work = () => Promise<PayerPayment>

interface Sending {
  readonly work: Work
  readonly type: PaymentOption['type']
}

export interface Pay {
  readonly busy: boolean
  readonly result: PayerPayment | null
  readonly failure: PayFailure | null
  readonly fieldProblems: Readonly<Record<string, string>>
  /**
   * Returns the request_id for these values: the same on a retry, a new one only after a definite refusal.
   */
  readonly requestIdFor: (values: unknown) => string
  pay(attempt: Attempt): void
  /** The same for the second call of a payment: the capture of an order. */
  run(work: Work, type: PaymentOption['type']): void
  repeat(): void
  /** The payment changed: a challenge was answered, or its status was read again. */
  follow(payment: PayerPayment): void
  /** The payment under way failed. Returns to the form, which shows the error or the given text. */
  refused(error: unknown, shown?: { type?: PaymentOption['type']; text?: string | undefined }): void
  /** The payer canceled before anything was paid: the next attempt is a new payment. */
  startOver(): void
}

/** Refetches the data that a payment changes. */
function readAgain(payer: Payer): void {
  payer.paid()
  for (const name of ['payment-options', 'invoice-payments']) invalidateQuery(name)
}

/** Sends a payment once, however often the button is pressed, and keeps the result. */
export function usePay(resumed: PayerPayment | null = null): Pay {
  const payer = usePayer()
  const requestId = useRequestId()
  const last = useRef<Sending | null>(null)
  const [problems, setProblems] = useState<Problems>(NO_PROBLEMS)
  const [result, setResult] = useState<PayerPayment | null>(resumed)

  const turnBack = (shown: PayFailure | null): void => {
    requestId.abandoned()
    setProblems({ ...NO_PROBLEMS, failure: shown })
    setResult(null)
    readAgain(payer)
  }
  const follow = (payment: PayerPayment): void => {
    if (payment.status === 'rejected' || payment.status === 'error') {
      turnBack({ title: t('Payment Unsuccessful'), body: payment.message, again: false, declined: null })
    } else {
      // A paid installment has no options any more: the panel leaves them before they are asked again.
      flushSync(() => setResult(payment))
      readAgain(payer)
    }
  }
  const sending = useSingleMutation({
    mutationFn: ({ work }: Sending) => work(),
    onSuccess: (payment) => {
      requestId.succeeded()
      follow(payment)
    },
    onError: (error) => {
      const { refused, ...shown } = readFailure(error, last.current?.type ?? null)
      setProblems(shown)
      requestId.failed(error)
      if (refused) readAgain(payer)
    },
  })
  const send = (next: Sending): void => {
    last.current = next
    setProblems(NO_PROBLEMS)
    sending.mutate(next)
  }
  return {
    busy: sending.isPending,
    result,
    failure: problems.failure,
    fieldProblems: problems.fields,
    requestIdFor: requestId.idFor,
    pay: (attempt) => send({ work: () => payOption(payer, attempt), type: attempt.option.type }),
    run: (work, type) => send({ work, type }),
    repeat: () => last.current && send(last.current),
    follow,
    // Only cards are challenged.
    refused: (error, { type = 'credit_card', text } = {}) => {
      requestId.failed(error)
      turnBack(readFailure(text === undefined ? error : new Error(text), type).failure)
    },
    startOver: () => turnBack(null),
  }
}

async function payOption(payer: Payer, { option, body: filled, finish }: Attempt): Promise<PayerPayment> {
  const body = finish ? await finish(filled) : filled
  return (
    payer.send?.(option, body) ??
    payer.call(contract.payments.pay, {
      params: { invoice: option.extra_data.invoice_id, option: optionIdOf(option) },
      body,
    })
  )
}

/** Stands for a bare 'Not found.': the invoice was voided, the link expired or a stored method was removed while the form was open. */
const WITHDRAWN = t(
  'This can’t be paid like this any more: the invoice, the link or the payment method is no longer valid. Nothing was charged. Please reload the page.',
)

interface ReadFailure extends Problems {
  /** The server refused: the balance or the payment options may differ from those shown. */
  refused: boolean
}

function readFailure(error: unknown, type: PaymentOption['type'] | null): ReadFailure {
  if (!(error instanceof ApiError))
    return {
      failure: {
        title: (error as { title?: string }).title ?? t('Payment Unsuccessful'),
        body: (error as Error).message,
        again: false,
        declined: null,
      },
      fields: {},
      refused: false,
    }
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([name, messages]) => [name, messages.join(' ')]),
  )
  const declined = error.code === 'payment_failed' ? type : null
  const said = (title: string, again: boolean, body = error.message): ReadFailure => ({
    failure: { title, body, again, declined },
    fields,
    refused: !again,
  })
  if (error.code === 'processor_unavailable') return said(t('Payment processor unavailable'), false)
  if (error.code === 'payments_paused') return said(t('Payments are paused'), false)
  if (error.code === 'in_progress') return said(t('Your payment is still being processed'), true)
  if (error.code === 'not_found') return said(t('Payment Unsuccessful'), false, WITHDRAWN)
  if (error.status === 429) return said(t('Too many attempts'), false, rateLimitText(error))
  if (requestOutcome(error) === 'unknown' && error.status !== 401)
    return said(t('We couldn’t confirm your payment'), true)
  if (error.status === 400 && Object.keys(fields).length > 0) return { failure: null, fields, refused: true }
  return said(t('Payment Unsuccessful'), false)
}
